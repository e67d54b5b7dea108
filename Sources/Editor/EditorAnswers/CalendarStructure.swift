import ExactText
import ICalendar
import ICalendarConformance
import TaskBridge
import TaskDates
import TaskText

/// Fixes for components that are at a wrong place, do not end, or lack a property.
extension EditorCalendar {
  typealias Fix = (title: String, edit: TaskEdit)

  /// The way to solve a problem of the structure that begins at a line; nil if only a person can tell.
  func structureFix(_ rule: ConformanceRule, _ line: ContentLine) -> Fix? {
    guard let component = component(beginningAt: line) else { return lineFix(rule, line) }
    let name = document.components[component].name
    switch rule {
    case .treeBalance: return ("Add END:\(name)", ending(component))
    case .treeRoot: return ("Put a VCALENDAR around the \(name)", wrapping(component))
    case .treeNesting, .treeUnknown: return ("Remove the \(name)", removal(of: component))
    case .libicalRoot: return ("Remove the lines of XROOT", unwrapping(component))
    case .propertyRequired: return completion(component)
    // A calendar without an item needs one.
    default: return nil
    }
  }

  /// The fix for a line that neither begins nor ends a component.
  private func lineFix(_ rule: ConformanceRule, _ line: ContentLine) -> Fix? {
    switch rule {
    case .treeBalance, .treeRoot: return ("Remove the line", removal(line))
    case .treeOrder:
      return moved(line).map { ("Move \(propertyName(of: line)) before the components", $0) }
    default: return nil
    }
  }

  private func component(beginningAt line: ContentLine) -> Int? {
    document.components.indices.dropFirst().first {
      document.lines[document.components[$0].lines.lowerBound].range == line.range
    }
  }

  /// The innermost component with a line; 0 for the file.
  private func component(with line: ContentLine) -> Int {
    document.components.indices.last { document.range(of: $0).contains(line.range.lowerBound) } ?? 0
  }

  // MARK: Edits

  private func insertion(_ text: String, at offset: Int) -> TaskEdit.Splice {
    let isOpen = offset > 0 && document.bytes[offset - 1] != UInt8(ascii: "\n")
    return TaskEdit.Splice(offset..<offset, ((isOpen ? "\r\n" : "") + text).utf8)
  }

  private func ending(_ component: Int) -> TaskEdit {
    let end = document.range(of: component).upperBound
    return TaskEdit([insertion("END:\(document.components[component].name)\r\n", at: end)])
  }

  private func wrapping(_ component: Int) -> TaskEdit {
    let range = document.range(of: component)
    let head =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:\(CalendarWriter.productID)\r\n"
    return TaskEdit([
      insertion(head, at: range.lowerBound), insertion("END:VCALENDAR\r\n", at: range.upperBound),
    ])
  }

  private func removal(of component: Int) -> TaskEdit {
    TaskEdit([TaskEdit.Splice(document.range(of: component), [])])
  }

  private func unwrapping(_ component: Int) -> TaskEdit {
    let lines = document.components[component].lines
    let ends =
      document.components[component].isClosed
      ? [lines.lowerBound, lines.upperBound - 1] : [lines.lowerBound]
    return TaskEdit(ends.map { TaskEdit.Splice(document.lines[$0].range, []) })
  }

  /// Moves a line before the first component that is nested beside it.
  private func moved(_ line: ContentLine) -> TaskEdit? {
    let nested = component(with: line) + 1
    guard document.components.indices.contains(nested) else { return nil }
    let start = document.range(of: nested).lowerBound
    guard start < line.range.lowerBound else { return nil }
    return TaskEdit([
      TaskEdit.Splice(start..<start, document.bytes[line.range]), TaskEdit.Splice(line.range, []),
    ])
  }

  // MARK: Missing properties

  /// Adds the properties that a component lacks, if they do not depend on what the person means.
  private func completion(_ component: Int) -> Fix? {
    let name = document.components[component].name.uppercased()
    let present = ExactSet(
      document.propertyLines(of: component).map {
        propertyName(of: document.lines[$0]).uppercased()
      })
    let missing = Conformance.requiredProperties(of: name).filter { !present.contains($0) }
    let added = missing.compactMap { name in value(of: name, component).map { (name, $0) } }
    guard !added.isEmpty else { return nil }
    let begin = document.lines[document.components[component].lines.lowerBound].range.upperBound
    let lines = added.map { "\($0.0):\($0.1)\r\n" }.joined()
    return (
      "Add \(added.map(\.0).joined(separator: " and "))", TaskEdit([insertion(lines, at: begin)])
    )
  }

  private func value(of property: String, _ component: Int) -> String? {
    switch property {
    case "VERSION": "2.0"
    case "PRODID": CalendarWriter.productID
    case "UID": uid(component)
    case "DTSTAMP": now.utc.map { "\($0.compact)Z" }
    default: nil
    }
  }

  /// A UID that depends on the component and its place, so that equal components get different ones.
  private func uid(_ component: Int) -> String {
    let range = document.range(of: component)
    var hash = SipHash128()
    hash.combine(bytes: document.bytes[range])
    hash.combine(bytes: "\(range.lowerBound)".utf8)
    return hash.hexadecimal()
  }
}
