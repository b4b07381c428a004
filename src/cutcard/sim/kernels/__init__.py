"""Kernels that follow the compiled tables, and the words and shoes they deal from. They hold no rule."""
