import Diagnostics
import ExactText
import Glibc
import StoreAccess
import UserFiles

/// The password that the first start makes.
struct ServerPassword {
  private let files: ServerFiles
  private let server: any StoreServer

  init(_ files: ServerFiles, _ server: any StoreServer) {
    (self.files, self.server) = (files, server)
  }

  /// Makes a password if there is none, prints it on a terminal, and otherwise keeps it in a file.
  func makeFirst(of name: String) throws {
    guard server.people(in: files.passwords).isEmpty else { return }
    // 20 of 32 letters: 100 bits.
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    let password = String((0..<20).map { _ in letters.randomElement() ?? "a" })
    try server.set(password, of: name, in: files.passwords)
    if isatty(STDOUT_FILENO) == 1 {
      return Output.standard.print(
        "The password of \(name) is \(password); \"duecal serve password\" changes it.".visible)
    }
    try PrivateFile.write(Array("\(password)\n".utf8), to: files.firstPassword)
    Output.standard.print("The password of \(name) is in \(files.firstPassword)".visible)
  }
}
