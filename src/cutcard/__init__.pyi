# What `__init__.py` loads when it is named, for type checkers and editors.
from cutcard.analysis.public.compare import compare as compare
from cutcard.analysis.public.deal import deal as deal
from cutcard.analysis.public.design import design as design
from cutcard.analysis.public.par import par as par
from cutcard.analysis.public.roads import roads as roads
from cutcard.analysis.public.simulate import simulate as simulate
from cutcard.analysis.public.strategy import strategy as strategy
from cutcard.analysis.public.sweep import sweep as sweep
from cutcard.analysis.refusal import BadQuestion as BadQuestion

__version__: str
__all__ = [
    "BadQuestion",
    "__version__",
    "compare",
    "deal",
    "design",
    "par",
    "roads",
    "simulate",
    "strategy",
    "sweep",
]
