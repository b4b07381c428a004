"""What staff see and change over HTTP: tables, settings, profiles, accounts, the audit."""
