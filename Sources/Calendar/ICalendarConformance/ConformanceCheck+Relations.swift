import Diagnostics
import ExactText
import ICalendar

/// The items of a calendar by UID, and their relations.
struct ItemRelations {
  /// The UID and the occurrence of an item.
  struct Key: Hashable {
    let uid: String
    let recurrence: CalendarMoment?
    /// RECURRENCE-ID as written, if it cannot be read.
    let text: String?
  }

  /// A RELATED-TO.
  struct Link {
    let uid: String
    let target: String
    let offset: Int
    /// The direction of the link: to a parent or to a child.
    let kind: Kind

    enum Kind { case parent, child, other }
  }

  var keys: Set<Key> = []
  var uids: ExactSet = []
  var links: [Link] = []
  /// The DTSTART of each series.
  var starts: ExactDictionary<CalendarMoment> = [:]
  /// The RECURRENCE-ID of each changed occurrence, with its line.
  var overrides: [(uid: String, moment: CalendarMoment, line: Int)] = []
}

/// UIDs and RELATED-TO (RFC 5545, sections 3.8.4.5 and 3.8.4.7).
extension ConformanceCheck {
  /// Notes an item and its relations.
  mutating func note(_ content: ComponentContent) {
    guard calendar.isInside, let uid = first("UID", of: content), uid.hasValue, !uid.value.isEmpty
    else { return }
    let name = TextValue.text(uid.value)
    noteKey(of: content, name, uid: uid)
    calendar.relations.uids.insert(name)
    for line in content.all("RELATED-TO") {
      noteLink(of: name, CheckedProperty(line: line, document))
    }
  }

  private mutating func noteKey(
    of content: ComponentContent, _ name: String, uid: CheckedProperty
  ) {
    let recurrence = content.moments["RECURRENCE-ID"]
    let written = recurrence == nil ? text("RECURRENCE-ID", of: content) : nil
    let key = ItemRelations.Key(uid: name, recurrence: recurrence, text: written)
    if !calendar.relations.keys.insert(key).inserted {
      add(
        .uidUnique, uid,
        message: "the UID \(uid.value.quoted) appears twice for one occurrence; expected once")
    }
    if let recurrence, let line = content.all("RECURRENCE-ID").first {
      calendar.relations.overrides.append((name, recurrence, line))
    } else if !content.has("RECURRENCE-ID"), let start = content.moments["DTSTART"] {
      calendar.relations.starts[name] = start
    }
  }

  private mutating func noteLink(of uid: String, _ property: CheckedProperty) {
    let type = property.word(of: "RELTYPE") ?? "PARENT"
    if !PropertyTable.relations.contains(type), !type.hasPrefix("X-") {
      add(
        .relatedType, property,
        message:
          "RELTYPE is \(type.quoted); expected a registered value, or one that begins with X-")
    }
    guard property.hasValue, !property.value.isEmpty, property.word(of: "VALUE") != "URI" else {
      return
    }
    calendar.relations.links.append(
      ItemRelations.Link(
        uid: uid, target: TextValue.text(property.value),
        offset: document.lines[property.index].range.lowerBound,
        kind: type == "PARENT" ? .parent : type == "CHILD" ? .child : .other))
  }

  /// Checks the relations at the end of a calendar.
  mutating func judgeRelations() {
    guard calendar.isInside else { return }
    let relations = calendar.relations
    for override in relations.overrides {
      guard let start = relations.starts[override.uid] else { continue }
      judge(CheckedProperty(line: override.line, document), override.moment, ofSeries: start)
    }
    for link in relations.links where !relations.uids.contains(link.target) {
      add(
        .relatedTarget, at: link.offset,
        message: "no item of the calendar has the UID \(link.target.quoted); expected one")
    }
    for link in AncestorWalk(relations.links).cycles {
      add(
        .relatedCycle, at: link.offset,
        message: "\(link.target.quoted) is its own ancestor; expected no cycle")
    }
  }

  /// Checks that RECURRENCE-ID has the type and form of the series' DTSTART.
  private mutating func judge(
    _ property: CheckedProperty, _ moment: CalendarMoment, ofSeries start: CalendarMoment
  ) {
    if moment.isDate != start.isDate {
      add(
        .timeType, property, by: property.spec?.section,
        message: "RECURRENCE-ID is \(moment.words), DTSTART of its series \(start.words); "
          + "expected the same type")
    } else if moment.isFloating != start.isFloating {
      add(
        .timeForm, property, by: property.spec?.section,
        message: "RECURRENCE-ID is \(moment.words), DTSTART of its series \(start.words); expected "
          + "both with a zone or both without")
    }
  }
}

/// Walks from every item to its ancestors without recursion, because chains may be long.
private struct AncestorWalk {
  /// The links that close a cycle.
  private(set) var cycles: [ItemRelations.Link] = []
  private var parents: ExactDictionary<[(name: String, link: Int)]> = [:]
  private var done: ExactSet = []

  init(_ links: [ItemRelations.Link]) {
    for (index, link) in links.enumerated() {
      switch link.kind {
      case .parent: parents[link.uid, default: []].append((link.target, index))
      case .child: parents[link.target, default: []].append((link.uid, index))
      case .other: break
      }
    }
    for link in links where link.kind != .other {
      climb(from: link.kind == .parent ? link.uid : link.target, links)
    }
  }

  private mutating func climb(from name: String, _ links: [ItemRelations.Link]) {
    guard !done.contains(name) else { return }
    var path = [(name: name, next: 0)]
    var onPath: ExactSet = [name]
    while let (current, next) = path.last {
      let above = parents[current] ?? []
      guard next < above.count else {
        path.removeLast()
        onPath.remove(current)
        done.insert(current)
        continue
      }
      path[path.count - 1].next += 1
      let step = above[next]
      if onPath.contains(step.name) {
        cycles.append(links[step.link])
      } else if !done.contains(step.name) {
        path.append((step.name, 0))
        onPath.insert(step.name)
      }
    }
  }
}
