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
    // 100 bits.
    let password = SecretText.make(letters: 20)
    try server.set(password, of: name, in: files.passwords)
    if isatty(STDOUT_FILENO) == 1 {
      return Output.standard.print(
        "The password of \(name) is \(password); \"duecal serve password\" changes it.".visible)
    }
    try PrivateFile.write(Array("\(password)\n".utf8), to: files.firstPassword)
    Output.standard.print("The password of \(name) is in \(files.firstPassword)".visible)
  }
}
