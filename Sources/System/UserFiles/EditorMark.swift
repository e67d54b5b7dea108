import ExactText
import Glibc

/// A file that an editor keeps next to a file that it has open.
///
/// vim and nano write a swap file `.NAME.swp`, whose first block names the process and the host, and has a flag for
/// unsaved text. Emacs creates a link `.#NAME` to `user@host.process:boot` as soon as something is typed.
public struct EditorMark: Hashable, Sendable {
  /// The name of the editor.
  public let editor: String
  /// The number of its process.
  public let process: Int
  /// The host that it runs on; nil for this one.
  public let host: String?
  /// True if the editor has unsaved text.
  public let hasUnsaved: Bool

  /// The first mark of a running editor next to a file; an editor on another host counts as running.
  ///
  /// - Parameter folders: The folders in which Neovim keeps its swap files.
  static func find(_ entry: FolderEntry, swapFolders folders: [String]) throws(FileError)
    -> EditorMark?
  {
    if let mark = try SwapFile.find(entry, folders) { return mark }
    return try lockLink(entry)
  }

  private static func lockLink(_ entry: FolderEntry) throws(FileError) -> EditorMark? {
    let name = ".#".utf8CString.dropLast() + entry.name
    guard name.count <= 256 else { return nil }  // too long for an editor too
    guard let (target, status) = try entry.link(Array(name)) else { return nil }
    let text = String(decoding: target, as: UTF8.self)
    guard let at = text.lastIndex(of: "@") else { return nil }
    let place = text[text.index(after: at)...].prefix { $0 != ":" }
    guard let dot = place.lastIndex(of: "."),
      let process = Int(place[place.index(after: dot)...])
    else { return nil }
    return living(
      "Emacs", process, host: String(place[..<dot]), hasUnsaved: true, since: status.st_mtim.tv_sec)
  }

  /// A mark; nil if its process has ended or its number belongs to another process now.
  static func living(
    _ editor: String, _ process: Int, host: String, hasUnsaved: Bool, since seconds: Int
  ) -> EditorMark? {
    guard host == LocalHost.name else {
      return EditorMark(editor: editor, process: process, host: host, hasUnsaved: hasUnsaved)
    }
    guard LocalHost.runs(process, since: seconds) else { return nil }
    return EditorMark(editor: editor, process: process, host: nil, hasUnsaved: hasUnsaved)
  }
}

extension EditorMark: CustomStringConvertible {
  /// A description of the editor that has the file open.
  public var description: String {
    let place = host.map { " on \($0)" } ?? ""
    let unsaved = hasUnsaved ? ", with unsaved changes" : ""
    return "\(editor) (process \(process)\(place)) has the file open\(unsaved)"
  }
}

/// The swap file of vim, Neovim or nano.
enum SwapFile {
  /// The place of the version in the first block, after two letters; the fields below are byte offsets.
  private static let version = 2..<12
  private static let process = 24..<28
  private static let host = 68..<108
  /// The offset of vim's flag for unsaved text, the last byte of the field with the file's name.
  private static let unsaved = 1007
  private static let length = 1008

  /// The mark of a running editor that has a swap file for the file.
  static func find(_ entry: FolderEntry, _ folders: [String]) throws(FileError) -> EditorMark? {
    for last in UInt8(ascii: "a")...UInt8(ascii: "p") {
      let dot = entry.name.first == CChar(bitPattern: UInt8(ascii: ".")) ? "" : "."
      let ending = ".sw\(Unicode.Scalar(last))".utf8CString
      let name = Array(dot.utf8CString.dropLast() + entry.name.dropLast() + ending)
      if let file = try opened({ () throws(FileError) in try entry.open(name, O_RDONLY) }),
        let mark = try mark(file, entry.path)
      {
        return mark
      }
    }
    return try neovim(entry, folders)
  }

  /// Searches Neovim's folder of swap files, in which each is named by the file's whole path.
  private static func neovim(
    _ entry: FolderEntry, _ folders: [String]
  ) throws(FileError) -> EditorMark? {
    guard !folders.isEmpty, let path = RealPath.find(entry.path) else { return nil }
    let name = String(path.map { $0 == "/" ? "%" : $0 })
    for folder in folders {
      for last in ["p", "o", "n"] {
        let swap = "\(folder)/\(name).sw\(last)"
        let file = try opened { () throws(FileError) in
          OpenFile(
            try SystemCall.make(swap, "read") { open(swap, O_RDONLY | O_CLOEXEC | O_NONBLOCK) })
        }
        if let file, let mark = try mark(file, entry.path) { return mark }
      }
    }
    return nil
  }

  /// Opens a file; nil if there is none, it may not be read, or it is not a regular file.
  private static func opened(
    _ open: () throws(FileError) -> OpenFile
  ) throws(FileError) -> OpenFile? {
    do throws(FileError) {
      return try open()
    } catch {
      guard error.isMisplaced || error.isForbidden || error.code == ENXIO else { throw error }
      return nil
    }
  }

  private static func mark(
    _ file: borrowing OpenFile, _ path: String
  ) throws(FileError) -> EditorMark? {
    let status = try file.status(path, "read")
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    let block = try FileSnapshot.piece(of: file.descriptor, path, upTo: length)
    guard block.count == length, block.starts(with: "b0".utf8) else { return nil }
    let number = block[process].reversed().reduce(0) { $0 << 8 | Int($1) }
    return EditorMark.living(
      name(text(block[version])), number, host: text(block[host]),
      hasUnsaved: block[unsaved] == 0x55,
      since: status.st_mtim.tv_sec)
  }

  private static func name(_ version: String) -> String {
    if version.hasPrefix("VIM") { return "vim" }
    return version.hasPrefix("nano") ? "nano" : "an editor"
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
