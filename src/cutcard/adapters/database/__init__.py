"""The record in a database: SQLite and PostgreSQL behind one store, schema and backup. Decides nothing."""
