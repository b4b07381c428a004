"""Simulation: the rules compiled into tables, and kernels that hold none. Runs no table."""
