import ExactText

/// An archive of files in the form of POSIX (ustar), which every `tar` reads.
struct TarArchive {
  /// A file with its path in the archive.
  struct File {
    var name: String
    var bytes: [UInt8]
  }

  /// The files in their order.
  var files: [File] = []

  private static let block = 512

  // MARK: Writing

  /// The bytes of the archive; all files have one time, and only their owner reads them.
  ///
  /// - Parameter time: Seconds since 1970.
  func bytes(time: Int) throws(StateBackupError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(files.reduce(1024) { $0 + $1.bytes.count + 1024 })
    for file in files {
      bytes += try Self.header(of: file, time: time)
      bytes += file.bytes
      bytes += [UInt8](repeating: 0, count: Self.padding(file.bytes.count))
    }
    return bytes + [UInt8](repeating: 0, count: 2 * Self.block)
  }

  private static func padding(_ count: Int) -> Int { (block - count % block) % block }

  private static func header(of file: File, time: Int) throws(StateBackupError) -> [UInt8] {
    guard let (prefix, name) = parted(file.name) else { throw .longName(file.name) }
    var header = [UInt8](repeating: 0, count: block)
    func put(_ text: some Sequence<UInt8>, at place: Int) {
      for (index, byte) in text.enumerated() { header[place + index] = byte }
    }
    put(name, at: 0)
    put(octal(0o600, digits: 7), at: 100)
    put(octal(0, digits: 7), at: 108)
    put(octal(0, digits: 7), at: 116)
    put(octal(file.bytes.count, digits: 11), at: 124)
    put(octal(max(0, time), digits: 11), at: 136)
    put("0".utf8, at: 156)
    put("ustar".utf8, at: 257)
    put("00".utf8, at: 263)
    put(prefix, at: 345)
    put(octal(sum(of: header), digits: 6), at: 148)
    header[155] = UInt8(ascii: " ")
    return header
  }

  /// A path as the two parts that a header has room for, 155 and 100 bytes; nil if it is too long.
  private static func parted(_ path: String) -> (prefix: [UInt8], name: [UInt8])? {
    let bytes = Array(path.utf8)
    if bytes.count <= 100 { return ([], bytes) }
    let slash = UInt8(ascii: "/")
    for index in bytes.indices where bytes[index] == slash {
      let (prefix, name) = (bytes[..<index], bytes[(index + 1)...])
      if prefix.count <= 155, name.count <= 100 { return (Array(prefix), Array(name)) }
    }
    return nil
  }

  private static func octal(_ number: Int, digits: Int) -> [UInt8] {
    let text = String(number, radix: 8)
    return Array((String(repeating: "0", count: max(0, digits - text.utf8.count)) + text).utf8)
  }

  /// The sum of a header whose own sum is eight blanks.
  private static func sum(of header: some Collection<UInt8>) -> Int {
    header.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element)) }
  }

  // MARK: Reading

  init(_ files: [File] = []) { self.files = files }

  /// Reads an archive that has only files.
  ///
  /// - Throws: `StateBackupError` if it is not whole, or has anything else.
  init(reading bytes: [UInt8]) throws(StateBackupError) {
    var place = 0
    while true {
      guard place + Self.block <= bytes.count else { throw .noBackup }
      let header = bytes[place..<(place + Self.block)]
      if header.allSatisfy({ $0 == 0 }) { return }
      let (name, count) = try Self.member(Array(header))
      place += Self.block
      guard count <= bytes.count - place else { throw .damaged(name) }
      files.append(File(name: name, bytes: Array(bytes[place..<(place + count)])))
      place += count + Self.padding(count)
    }
  }

  private static func member(
    _ header: [UInt8]
  ) throws(StateBackupError) -> (name: String, count: Int) {
    guard header[257..<262].elementsEqual("ustar".utf8), number(header[148..<156]) == sum(of: header),
      header[156] == UInt8(ascii: "0"), let count = number(header[124..<136])
    else { throw .noBackup }
    let parts = [text(header[345..<500]), text(header[0..<100])].filter { !$0.isEmpty }
    return (parts.joined(separator: "/"), count)
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String {
    String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    let digits = field.prefix { $0 != 0 && $0 != 32 }
    return digits.isEmpty ? nil : Int(String(decoding: digits, as: UTF8.self), radix: 8)
  }
}
