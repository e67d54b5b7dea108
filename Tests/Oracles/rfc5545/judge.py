"""What is judged when a component ends: its values, its table, and its subject's own rules."""
from . import feed, items
from .relations import judge_relations
from .tables import COMPONENTS
from .timezones import judge_zones, take_zone
from .values import check_value

# The properties whose components are known; X- properties may stand everywhere.
_DEFINED = frozenset().union(*(spec.known for spec in COMPONENTS.values()))


def judge_component(component, ctx):
    """All rules for a component that has just ended."""
    ctx.where = component.name
    for prop in component.properties:
        check_value(prop, ctx)
    spec = COMPONENTS.get(component.name)
    if spec is not None:
        _check_table(component, spec, ctx)
    if component.name == "VTIMEZONE":
        take_zone(component, ctx)
    elif component.name in items.ITEMS:
        items.check_item(component, ctx)
    elif component.name == "VFREEBUSY":
        items.check_free_busy(component, ctx)
    if ctx.feed:
        feed.check_component(component, ctx)


def judge_calendar(component, ctx):
    """The rules that need the whole calendar."""
    if not component.child_count:
        ctx.add("STRUCT-EMPTY", component.place, "the calendar has no component")
    judge_zones(ctx.calendar.zones, ctx)
    judge_relations(ctx.calendar.relations, ctx)


def _check_table(component, spec, ctx):
    """Required, single and misplaced properties."""
    for name in spec.required:
        if name not in component.by_name:
            ctx.add("PROP-REQUIRED", component.place, f"the {component.name} has no {name}")
    for name, found in component.by_name.items():
        if len(found) > 1:
            _check_count(component, spec, name, found, ctx)
        if name not in spec.known and name in _DEFINED:
            ctx.add("PROP-MISPLACED", found[0].head(), f"{name} may not stand in a {component.name}")


def _check_count(component, spec, name, found, ctx):
    """Properties that stand more often than they may."""
    if name in spec.once:
        ctx.add("PROP-ONCE", found[1].head(), f"{name} stands {len(found)} times in the {component.name}")
    elif name == "RRULE":
        ctx.add("RRULE-ONCE", found[1].head(), f"the {component.name} has {len(found)} rules")
