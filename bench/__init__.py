"""What `run.py bench` measures: one module `bench_NAME.py` with a `main()` for each question.

Timings are compared within one run and never with a number from another machine.
"""
