import Diagnostics

/// The lines of one component, each with its property and its values as libical reads them.
struct ComponentLines {
  /// One of the lines.
  struct Line {
    /// The line's index in the file.
    let index: Int
    let property: PropertyLine
    let name: PropertyName?
    /// The values of the line as libical reads them, one for each element of a list.
    fileprivate(set) var answers: Range<Int> = 0..<0
    /// The result of reading the line.
    var fate = Fate.kept
  }

  /// The results of reading a line; the line stays in the file in any case.
  enum Fate {
    /// Its value is in the item.
    case understood
    /// It is kept without interpretation.
    case kept
    /// Its value should be in the item, but is invalid.
    case refused
  }

  private(set) var lines: [Line] = []
  /// The properties of the lines.
  private(set) var properties: PropertySet = []
  /// The property of each line, in an array of its own, which is faster to search than the lines.
  private var names: [PropertyName?] = []
  /// The position of the first line of each property plus one; 0 if there is none.
  private var first = [Int32](repeating: 0, count: PropertyName.allCases.count)
  private var answers: [LibicalValue?] = []
  private(set) var findings: [OffsetDiagnostic] = []
  /// Lines that are broken or exceed a limit, as indices of the file's lines.
  private(set) var unread: [Int] = []
  /// Long lines that are kept without being read, as indices of the file's lines.
  private(set) var passedOver: [Int] = []
  private let document: ICSDocument

  /// Creates an empty list of lines.
  init(_ document: ICSDocument) { self.document = document }

  init(_ document: ICSDocument, component: Int, limits: InputLimits) {
    self.document = document
    let own = document.propertyLines(of: component)
    let read = own.prefix(limits.properties)
    let copies = LineCopies(read, of: document)
    lines.reserveCapacity(read.count)
    for (number, index) in read.enumerated() { add(index, copies.property(of: number), limits) }
    if own.count > limits.properties {
      unread += own[limits.properties...]
      let offset = document.lines[own[limits.properties]].range.lowerBound
      findings.append(
        OffsetDiagnostic(
          .error, at: offset,
          message: "there are \(own.count) lines in this component; those after the first "
            + "\(limits.properties) are kept but not read"))
    }
    askLibical(limits)
  }

  /// Adds a line of the file.
  ///
  /// - Parameter copy: A copy of its bytes, if there is one.
  private mutating func add(_ index: Int, _ copy: PropertyLine?, _ limits: InputLimits) {
    let line = document.lines[index]
    guard line.content.count <= limits.line else {
      return isAttachment(line)
        ? keep(index, line.content.count, limits)
        : leaveOut(
          index,
          message: "the line has \(line.content.count) bytes; it is kept but not read beyond "
            + "\(limits.line)")
    }
    let property = copy ?? document.property(line)
    if let fault = property.fault, Self.isUnreadable(property) {
      if !property.content.isEmpty {
        let wanted = fault.kind == .noColon ? "a colon before the value" : "a name of letters"
        leaveOut(
          index, atByte: offset(of: fault.at, in: property, line),
          message: "this is not a content line; expected \(wanted)")
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
    if let name, properties.insert(PropertySet(name)).inserted {
      first[Int(name.rawValue)] = Int32(clamping: names.count)
    }
  }

  /// True for a file within a calendar, which no line could hold anyway.
  private func isAttachment(_ line: ContentLine) -> Bool {
    let name = document.bytes[line.content].prefix(7).map(\.upper)
    return name.starts(with: "ATTACH:".utf8) || name.starts(with: "ATTACH;".utf8)
  }

  /// Keeps a long line without reading it.
  private mutating func keep(_ index: Int, _ count: Int, _ limits: InputLimits) {
    findings.append(
      OffsetDiagnostic(
        .note, at: document.lines[index].range.lowerBound,
        message: "the attachment has \(count) bytes; it is kept but not read beyond \(limits.line)")
    )
    passedOver.append(index)
  }

  /// True for a line without a name or a value; an illegal name, such as Synology's `PERCENT_COMPLETE`, is accepted.
  private static func isUnreadable(_ property: PropertyLine) -> Bool {
    switch property.fault?.kind {
    case .noColon: true
    case .illegalName:
      property.name.isEmpty || property.bytes[property.name].contains { !(0x21...0x7E ~= $0) }
    default: false
    }
  }

  private mutating func leaveOut(
    _ index: Int, atByte offset: Int? = nil, message sentence: String
  ) {
    let offset = offset ?? document.lines[index].range.lowerBound
    findings.append(OffsetDiagnostic(.error, at: offset, message: sentence))
    unread.append(index)
  }

  /// The byte of the file that a byte of a line's property is.
  private func offset(of byte: Int, in property: PropertyLine, _ line: ContentLine) -> Int {
    line.isFolded
      ? document.offset(of: byte, in: line)
      : line.content.lowerBound + byte - property.content.lowerBound
  }

  /// Lets libical read the values of all lines; of lists, only one more value than will be used.
  private mutating func askLibical(_ limits: InputLimits) {
    var questions: [LibicalReader.Question] = []
    var listed = 0
    for index in lines.indices {
      guard let name = lines[index].name, let kind = name.type else { continue }
      let start = questions.count
      for value in Self.values(of: lines[index]) where listed <= limits.dates {
        if name.isList { listed += 1 }
        questions.append(LibicalReader.Question(kind: kind, bytes: value))
      }
      lines[index].answers = start..<questions.count
    }
    answers = LibicalReader.answers(questions)
  }

  /// The values of a line as written; a list of dates is split.
  func values(of line: Line) -> [ArraySlice<UInt8>] { Self.values(of: line) }

  private static func values(of line: Line) -> [ArraySlice<UInt8>] {
    let property = line.property
    let value = property.bytes[property.zoneWithColon?.value ?? property.value]
    guard line.name?.isList == true else { return [value] }
    return value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: true)
  }

  /// The values of a line as libical reads them.
  func answers(to line: Line) -> ArraySlice<LibicalValue?> { answers[line.answers] }

  /// The positions of the lines with a name, in order.
  func places(of name: PropertyName) -> [Int] {
    guard let first = place(of: name) else { return [] }
    return (first..<names.count).filter { names[$0] == name }
  }

  /// The position of the first line with a name.
  func place(of name: PropertyName) -> Int? {
    let place = Int(first[Int(name.rawValue)])
    return place == 0 ? nil : place - 1
  }

  /// Sets the result of reading a line.
  mutating func set(_ fate: Fate, at place: Int) { lines[place].fate = fate }

  /// The byte of the file at which a line's value begins.
  func offset(ofValueAt place: Int) -> Int {
    let property = lines[place].property
    return offset(of: property.value.lowerBound, in: property, document.lines[lines[place].index])
  }
}

/// Copies of the short lines of a component that are not folded.
///
/// Threads that count references to the bytes of one file wait for each other, so each component has its own bytes.
private struct LineCopies {
  private var bytes: [UInt8] = []
  /// The range of each line; nil for a line that is not copied.
  private var ranges: [Range<Int>?] = []

  /// The maximum length of a line that is copied; few lines are longer, and they may be very long.
  private static let longest = 4096

  init(_ indices: ArraySlice<Int>, of document: ICSDocument) {
    let contents = indices.map { index in
      let line = document.lines[index]
      return line.isFolded || line.content.count > Self.longest ? nil : line.content
    }
    bytes.reserveCapacity(contents.reduce(0) { $0 + ($1?.count ?? 0) })
    ranges = contents.map { content in
      guard let content else { return nil }
      let start = bytes.count
      bytes += document.bytes[content]
      return start..<bytes.count
    }
  }

  /// The copy of a line, by its number in the component.
  func property(of number: Int) -> PropertyLine? { ranges[number].map { PropertyLine(bytes, $0) } }
}
