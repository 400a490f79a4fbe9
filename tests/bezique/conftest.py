"""How Hypothesis looks for examples: the same ones on every run, so that a failure is never a matter of luck.

``HYPOTHESIS_EFFORT=20`` looks at twenty times as many, different ones each time.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from tests.bezique.strategies import EFFORT

settings.register_profile(
    "steady", derandomize=EFFORT == 1, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")
