"""What the server answers over HTTP: a module for each subject. Rules, money and views are others' affair."""
