"""The built screens, in ``static``. Knows no request and no rule: the sources are in ``web/`` at the root."""
