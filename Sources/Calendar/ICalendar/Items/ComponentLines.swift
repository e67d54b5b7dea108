import Diagnostics

/// The lines of one component, each with the property that it is and what libical reads in it.
struct ComponentLines {
  /// One of the lines.
  struct Line {
    /// The line's index in the file.
    let index: Int
    let property: PropertyLine
    let name: PropertyName?
    /// The values of the line as libical reads them, one for each of a list.
    fileprivate(set) var answers: Range<Int> = 0..<0
    /// What became of the line.
    var fate = Fate.kept
  }

  /// What becomes of a line; all of them stay in the file.
  enum Fate {
    /// Its value is in the item.
    case understood
    /// Nothing is made of it.
    case kept
    /// It should be in the item, and its value cannot be.
    case refused
  }

  private(set) var lines: [Line] = []
  /// The property that each line is; walked in place of the lines themselves.
  private var names: [PropertyName?] = []
  /// The place of the first line of each property, one up; 0 where there is none.
  private var first = [Int32](repeating: 0, count: PropertyName.allCases.count)
  private var answers: [LibicalValue?] = []
  private(set) var findings: [OffsetDiagnostic] = []
  /// Lines that are broken or beyond a limit, as indices into the file's.
  private(set) var unread: [Int] = []
  private let document: ICSDocument

  /// No lines.
  init(_ document: ICSDocument) { self.document = document }

  init(_ document: ICSDocument, component: Int, limits: InputLimits) {
    self.document = document
    let own = document.propertyLines(of: component)
    lines.reserveCapacity(min(own.count, limits.properties))
    for index in own.prefix(limits.properties) { add(index, limits) }
    if own.count > limits.properties {
      unread += own[limits.properties...]
      let offset = document.lines[own[limits.properties]].range.lowerBound
      findings.append(
        OffsetDiagnostic(
          .error, at: offset,
          message: "there are \(own.count) lines in this component; those behind the first "
            + "\(limits.properties) are kept and not read"))
    }
    askLibical(limits)
  }

  private mutating func add(_ index: Int, _ limits: InputLimits) {
    let line = document.lines[index]
    guard line.content.count <= limits.line else {
      return leaveOut(
        index,
        message: "the line has \(line.content.count) bytes; it is kept and not read beyond "
          + "\(limits.line)")
    }
    let property = document.property(line)
    if let fault = property.fault, Self.isUnreadable(property) {
      if !property.content.isEmpty {
        let wanted = fault.kind == .noColon ? "a colon before the value" : "a name of letters"
        leaveOut(index, at: fault.at, message: "this is no content line; expected \(wanted)")
      }
      return
    }
    guard property.parameters.count <= limits.parameters else {
      return leaveOut(
        index,
        message: "the line has \(property.parameters.count) parameters; expected "
          + "\(limits.parameters) at most")
    }
    let name = property.bytes.withUnsafeBufferPointer { PropertyName($0, property.name) }
    lines.append(Line(index: index, property: property, name: name))
    names.append(name)
    if let name, first[Int(name.rawValue)] == 0 {
      first[Int(name.rawValue)] = Int32(clamping: names.count)
    }
  }

  /// True for a line without a name or a value; a name with something illegal in it is one, such as
  /// Synology's `PERCENT_COMPLETE`.
  private static func isUnreadable(_ property: PropertyLine) -> Bool {
    switch property.fault?.kind {
    case .noColon: true
    case .illegalName:
      property.name.isEmpty || property.bytes[property.name].contains { !(0x21...0x7E ~= $0) }
    default: false
    }
  }

  private mutating func leaveOut(_ index: Int, at byte: Int? = nil, message sentence: String) {
    let line = document.lines[index]
    let offset = byte.map { document.offset(of: $0, in: line) } ?? line.range.lowerBound
    findings.append(OffsetDiagnostic(.error, at: offset, message: sentence))
    unread.append(index)
  }

  /// Asks for the values of all lines; of those of lists, for one more than will be used.
  private mutating func askLibical(_ limits: InputLimits) {
    var questions: [LibicalReader.Question] = []
    var listed = 0
    for index in lines.indices {
      guard let name = lines[index].name, let kind = name.type else { continue }
      let start = questions.count
      for value in values(of: lines[index]) where listed <= limits.dates {
        if name.isList { listed += 1 }
        questions.append(LibicalReader.Question(kind: kind, bytes: value))
      }
      lines[index].answers = start..<questions.count
    }
    answers = LibicalReader.answers(questions)
  }

  /// The values of a line as they are written: those of a list of dates each by itself.
  func values(of line: Line) -> [ArraySlice<UInt8>] {
    let property = line.property
    let value = property.bytes[property.zoneWithColon?.value ?? property.value]
    guard line.name?.isList == true else { return [value] }
    return value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: true)
  }

  /// What libical reads in a line's values.
  func answers(to line: Line) -> ArraySlice<LibicalValue?> { answers[line.answers] }

  /// The places of the lines with a name, in order.
  func places(of name: PropertyName) -> [Int] {
    guard let first = place(of: name) else { return [] }
    return (first..<names.count).filter { names[$0] == name }
  }

  /// The place of the first line with a name.
  func place(of name: PropertyName) -> Int? {
    let place = Int(first[Int(name.rawValue)])
    return place == 0 ? nil : place - 1
  }

  /// Notes what became of a line.
  mutating func set(_ fate: Fate, at place: Int) { lines[place].fate = fate }

  /// The byte of the file at which a line's value begins.
  func offset(ofValueAt place: Int) -> Int {
    document.offset(
      of: lines[place].property.value.lowerBound, in: document.lines[lines[place].index])
  }
}
