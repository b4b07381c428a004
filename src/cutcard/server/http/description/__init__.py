"""How the routes are described: OpenAPI, and what each refuses."""
