import Diagnostics
import ICalendar

/// BEGIN and END, and the nesting of components (RFC 5545, sections 3.4 and 3.6).
extension ConformanceCheck {
  /// Checks for lines outside of every component.
  mutating func judgeRoot() {
    if !document.components.contains(where: { $0.isNamed("VCALENDAR") }) {
      add(.treeRoot, at: 0, message: "the file has no VCALENDAR; expected BEGIN:VCALENDAR")
    }
    for line in document.propertyLines(of: 0) where !document.lines[line].content.isEmpty {
      guard let property = property(line), !judgeMark(property) else { continue }
      add(
        .treeRoot, property,
        message:
          "\(property.name.quoted) is outside every calendar; expected a VCALENDAR around it")
    }
  }

  /// Checks BEGIN and END lines that neither begin nor end a component; true for those.
  mutating func judgeMark(_ property: CheckedProperty) -> Bool {
    guard property.name == "END" || property.name == "BEGIN" else { return false }
    if property.name == "BEGIN" {
      add(.treeBalance, property, message: "this BEGIN has no name; expected BEGIN: and a name")
    } else {
      add(
        .treeBalance, property,
        message:
          "END of \(property.value.quoted) has no matching BEGIN; expected BEGIN before it")
    }
    return true
  }

  /// Checks whether a component is allowed at its place, and whether it ends.
  mutating func judgePlace(of content: ComponentContent) {
    if content.name == "XROOT" {
      add(
        .libicalRoot, content,
        message: "XROOT is libical's wrapper for several components; expected a VCALENDAR")
      return
    }
    if !document.components[content.index].isClosed {
      add(
        .treeBalance, content, by: RFCSection("3.4"),
        message: "\(content.name.quoted) has no END; expected one")
    }
    judgeParent(of: content, outer(content))
  }

  private mutating func judgeParent(of content: ComponentContent, _ parent: String?) {
    let name = content.name
    if content.spec == nil, !name.hasPrefix("X-") {
      add(
        .treeUnknown, content,
        message:
          "\(name.quoted) is not a registered component; expected one, or a name that begins with "
          + "X-")
    } else if parent == nil, name != "VCALENDAR" {
      add(
        .treeRoot, content, by: RFCSection("3.4"),
        message: "\(name.quoted) is outside every calendar; expected a VCALENDAR around it")
    } else if let parent, let spec = ComponentTable.specs[parent], content.spec != nil,
      !spec.children.contains(name)
    {
      add(
        .treeNesting, content, by: spec.section,
        message: "\(name) is not allowed in a \(parent); expected another place for it")
    }
  }

  /// The name of the parent component; nil at the top level of the file.
  private func outer(_ content: ComponentContent) -> String? {
    guard let parent = content.parent, parent != 0 else { return nil }
    let name = document.components[parent].name.uppercased()
    return name == "XROOT" ? nil : name
  }

  /// Checks for a property after a nested component; in a VTIMEZONE the order is free.
  mutating func judgeOrder(of property: CheckedProperty, in content: ComponentContent) {
    let next = content.index + 1
    guard content.name != "VTIMEZONE", next < document.components[content.index].end,
      property.index > document.components[next].lines.lowerBound
    else { return }
    add(
      .treeOrder, property, by: content.spec?.section,
      message: "\(property.name.quoted) comes after a component of its \(content.name); expected "
        + "properties before components")
  }

  /// Checks that a VCALENDAR has a component.
  mutating func judgeCalendar(_ content: ComponentContent, _ children: [Int]) {
    calendar.hasMethod = content.has("METHOD")
    calendar.hasItems = children.contains { !document.components[$0].isNamed("VTIMEZONE") }
    if children.isEmpty {
      add(.treeEmpty, content, message: "the VCALENDAR has no component; expected at least one")
    }
  }
}

/// Required, single and forbidden properties of a component.
extension ConformanceCheck {
  mutating func judgeTable(_ content: ComponentContent) {
    guard let spec = content.spec else { return }
    for name in spec.required where !content.has(name) {
      add(.propertyRequired, content, message: "the \(content.name) has no \(name); expected one")
    }
    for (name, lines) in content.lines {
      if lines.count > 1 { judgeCount(name, lines, content: content, spec: spec) }
      guard !spec.known.contains(name), ComponentTable.defined.contains(name) else { continue }
      add(
        .propertyMisplaced, at: offset(ofLine: lines[0]), by: PropertyTable.specs[name]?.section,
        message: "\(name) is not allowed in a \(content.name); expected another place for it")
    }
  }

  private mutating func judgeCount(
    _ name: String, _ lines: [Int], content: ComponentContent, spec: ComponentSpec
  ) {
    if spec.once.contains(name) {
      add(
        .propertyOnce, at: offset(ofLine: lines[1]), by: spec.section,
        message: "\(name) appears \(lines.count) times in the \(content.name); expected once")
    } else if name == "RRULE" {
      add(
        .ruleOnce, at: offset(ofLine: lines[1]),
        message: "the \(content.name) has \(lines.count) rules; expected one")
    }
  }

  private func offset(ofLine line: Int) -> Int { document.lines[line].range.lowerBound }
}
