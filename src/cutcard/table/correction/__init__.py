"""A round played again with a card put right, and which wagers that makes void."""
