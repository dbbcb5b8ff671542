"""The habits of people at a simulated club besides playing: they talk, register, meddle, report, are banned."""

from devtools.simulation.habits.keeping import Habits

__all__ = ["Habits"]
