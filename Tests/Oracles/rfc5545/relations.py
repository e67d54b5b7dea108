"""UIDs and RELATED-TO: unique, present, without circles, parents first."""
from . import moments
from .findings import shown
from .tables import RELTYPES
from .values import decoded


class Relations:
    """The items of a calendar by UID, and what each names as related."""

    def __init__(self):
        self.places = {}
        self.keys = set()
        self.links = []
        self.masters = {}
        self.overrides = []

    def take(self, component, ctx):
        """Note an item and what it is related to."""
        uid = component.first("UID")
        if uid is None or not uid.value:
            return
        self._take_key(component, uid, ctx)
        name = decoded(uid.value)
        self.places.setdefault(name, component.place)
        for prop in component.all("RELATED-TO"):
            self._take_link(name, prop, ctx)

    def _take_key(self, component, uid, ctx):
        """Note which occurrence of which UID an item is; a second of the same is wrong."""
        prop = component.first("RECURRENCE-ID")
        moment = prop.moments[0] if prop and prop.moments else None
        key = (uid.value, moment, (prop.value if prop and not moment else None))
        if key in self.keys:
            ctx.add("UID-UNIQUE", uid.place(), f"the UID {shown(uid.value)} stands twice for one occurrence")
        self.keys.add(key)
        if moment:
            self.overrides.append((uid.value, moment, prop.place()))
            return
        start = component.first("DTSTART")
        if prop is None and start is not None and start.moments:
            self.masters[uid.value] = start.moments[0]

    def _take_link(self, uid, prop, ctx):
        """Note one RELATED-TO."""
        kind = (prop.param("RELTYPE") or "PARENT").upper()
        if kind not in RELTYPES and (ctx.feed or not kind.startswith("X-")):
            ctx.add("RELATED-RELTYPE", prop.head(), f"no RELTYPE {shown(kind)} is known")
        if prop.value and (prop.param("VALUE") or "TEXT").upper() != "URI":
            self.links.append((uid, decoded(prop.value), kind, prop.place()))


def same_form(first, second, feed):
    """Whether two moments have one form; outside feeds RFC 5545 only keeps floating times apart from others."""
    if feed:
        return (first.form, first.tzid) == (second.form, second.tzid)
    return (first.form == moments.LOCAL) == (second.form == moments.LOCAL)


def judge_relations(relations, ctx):
    """What can be said of UIDs and relations at the end of a calendar."""
    for uid, moment, place in relations.overrides:
        _judge_override(relations.masters.get(uid), moment, place, ctx)
    for uid, target, kind, place in relations.links:
        if target not in relations.places:
            ctx.add("RELATED-TARGET", place, f"the calendar has no item {shown(target)}")
        elif kind == "PARENT" and relations.places[target] > relations.places[uid]:
            ctx.add("RELATED-ORDER", place, f"the parent {shown(target)} stands after its child")
    _judge_cycles(relations.links, ctx)


def _judge_override(start, moment, place, ctx):
    """RECURRENCE-ID has the type and form of the DTSTART that recurs, not of its own component's."""
    if start is None:
        return
    if (start.form == moments.DATE) != (moment.form == moments.DATE):
        ctx.add("TIME-TYPE", place, "RECURRENCE-ID has another value type than DTSTART of its series")
    elif not same_form(start, moment, ctx.feed):
        ctx.add("TIME-FORM", place, "RECURRENCE-ID has another form than DTSTART of its series")


def _judge_cycles(links, ctx):
    """Whether somebody is an ancestor of itself."""
    parents = {}
    for uid, target, kind, place in links:
        if kind == "PARENT":
            parents.setdefault(uid, []).append((target, place))
        elif kind == "CHILD":
            parents.setdefault(target, []).append((uid, place))
    done = set()
    for uid in parents:
        if uid not in done:
            _climb(uid, parents, done, ctx)


def _climb(uid, parents, done, ctx):
    """Walk from an item up through all its parents, without recursion since chains may be long."""
    path, on_path = [(uid, iter(parents.get(uid, ())))], {uid}
    while path:
        current, rest = path[-1]
        step = next(rest, None)
        if step is None:
            path.pop()
            on_path.discard(current)
            done.add(current)
        elif step[0] in on_path:
            ctx.add("RELATED-CYCLE", step[1], f"{shown(step[0])} is its own ancestor")
        elif step[0] not in done:
            path.append((step[0], iter(parents.get(step[0], ()))))
            on_path.add(step[0])
