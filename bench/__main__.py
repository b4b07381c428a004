"""Runs the benchmarks named, or all of them.

It finds modules by their name and knows nothing of what they measure.
"""

import sys
from importlib import import_module
from pathlib import Path

PREFIX = "bench_"


def main(names: list[str]) -> int:
    there = sorted(path.stem.removeprefix(PREFIX) for path in Path(__file__).parent.glob(f"{PREFIX}*.py"))
    unknown = [name for name in names if name not in there]
    if unknown:
        print(f"bench: there is no {unknown[0]!r}; there are {', '.join(there) or 'none'}", file=sys.stderr)
        return 2
    for name in names or there:
        print(f"== {name}")
        import_module(f"bench.{PREFIX}{name}").main()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
