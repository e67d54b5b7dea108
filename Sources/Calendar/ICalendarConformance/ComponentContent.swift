import ICalendar

/// A property of a component with its place in the file.
struct CheckedProperty {
  /// The name in capitals.
  let name: String
  /// The content line.
  let index: Int
  let line: PropertyLine
  /// False if the line is too broken to have a value.
  let hasValue: Bool
  let spec: PropertySpec?

  var value: ArraySlice<UInt8> { hasValue ? line.bytes[line.value] : [] }

  /// The required type of the value; nil if VALUE breaks a rule.
  var type: ValueType? {
    guard hasValue, let spec else { return nil }
    guard let declared = word(of: "VALUE") else { return spec.needsType ? nil : spec.types[0] }
    return spec.types.first { $0.declared == declared }
  }

  /// The first value of a parameter in capitals; nil if it is missing.
  func word(of parameter: StaticString) -> String? { text(of: parameter)?.uppercased() }

  /// The first value of a parameter, decoded; nil if it is missing.
  func text(of parameter: StaticString) -> String? {
    line.parameters.isEmpty ? nil : line.values(of: parameter).first
  }
}

/// Values by the name of a property, in the order in which they were added.
///
/// The search is linear: a component has a handful of known properties, and there may be a million components, for
/// which a dictionary would hash every name.
struct PropertyLookup<Value>: Sequence {
  private var entries: [(name: String, value: Value)] = []

  subscript(name: String) -> Value? {
    get { entries.first { $0.name == name }?.value }
    set {
      let index = entries.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): entries[index].value = value
      case (let index?, nil): entries.remove(at: index)
      case (nil, let value?): entries.append((name, value))
      case (nil, nil): break
      }
    }
  }

  subscript(name: String, default fallback: @autoclosure () -> Value) -> Value {
    get { self[name] ?? fallback() }
    _modify {
      let index = entries.firstIndex { $0.name == name } ?? entries.count
      if index == entries.count { entries.append((name, fallback())) }
      yield &entries[index].value
    }
  }

  func makeIterator() -> IndexingIterator<[(name: String, value: Value)]> {
    entries.makeIterator()
  }
}

/// The content of a component: its known properties by name, as lines.
///
/// It stores line numbers instead of values, because a component may have a million of them.
struct ComponentContent {
  let index: Int
  /// The name in capitals.
  let name: String
  let parent: Int?
  /// The offset of its BEGIN.
  let offset: Int
  let spec: ComponentSpec?
  /// The lines of each property, in order.
  private(set) var lines = PropertyLookup<[Int]>()
  /// The first moment of each property, read once.
  var moments = PropertyLookup<CalendarMoment>()

  init(_ index: Int, _ document: ICSDocument) {
    let component = document.components[index]
    self.index = index
    name = component.name.uppercased()
    spec = ComponentTable.specs[name]
    parent = component.parent
    offset = document.lines[component.lines.lowerBound].range.lowerBound
  }

  mutating func note(_ property: CheckedProperty) {
    if property.spec != nil { lines[property.name, default: []].append(property.index) }
  }

  func has(_ name: String) -> Bool { lines[name] != nil }

  /// The lines of a property.
  func all(_ name: String) -> [Int] { lines[name] ?? [] }
}

extension ConformanceCheck {
  /// The first property with a name, read again.
  func first(_ name: String, of content: ComponentContent) -> CheckedProperty? {
    content.all(name).first.map { CheckedProperty(line: $0, document) }
  }

  /// The value of a component's first property with a name; nil if there is none that can be read.
  func text(_ name: String, of content: ComponentContent) -> String? {
    guard let property = first(name, of: content), property.hasValue else { return nil }
    return String(decoding: property.value, as: UTF8.self)
  }
}

extension CheckedProperty {
  /// Splits a content line.
  init(line index: Int, _ document: ICSDocument) {
    let line = document.property(document.lines[index])
    let kind = line.fault?.kind
    let name = line.upperName
    self.init(
      name: name, index: index, line: line,
      hasValue: kind == nil || kind == .illegalParameter, spec: PropertyTable.specs[name])
  }
}
