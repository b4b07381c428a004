"""Migrations: how the database's tables came to be, one file for each change. None is ever edited."""
