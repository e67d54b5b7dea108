import Glibc

/// Completes or reverts an edit that was interrupted by a killed run or a power failure.
struct EditRecovery {
  let edit: BackedUpEdit
  let entry: FolderEntry
  let backups: OpenBackups

  /// Examines the files, and completes or reverts the edit.
  func run() throws(FileError) -> FileEdits.Recovery.Kind {
    let signals = BlockedSignals()
    defer { extendLifetime(signals) }
    let kind = edit.method == .inPlace ? try recoverInPlace() : try recoverExchange()
    switch kind {
    case .reverted, .unrecoverable: backups.void(edit)
    case .completed, .doubtful, .changedSince: backups.finish(edit)
    }
    return kind
  }

  /// Recovers an exchange.
  ///
  /// The file under the edit's temporary name is the new file, the old one, or a file that another program saved at the
  /// moment of the exchange.
  private func recoverExchange() throws(FileError) -> FileEdits.Recovery.Kind {
    let name = FileExchange.name(of: edit, entry)
    TemporaryFile.removeLeftovers(of: entry)
    guard let waiting = try entry.content(of: name) else { return try kind() }
    if waiting == edit.after {
      entry.remove(name)
      return .reverted
    }
    if waiting != edit.before { return try recoverSave(name) }
    try entry.sync()
    entry.remove(name)
    return .completed
  }

  private func recoverSave(_ name: [CChar]) throws(FileError) -> FileEdits.Recovery.Kind {
    if try entry.content(of: entry.name) == edit.after, try entry.exchange(with: name) {
      entry.remove(name)
    } else {
      try LostSave(edit: edit, entry: entry, backups: backups).keep(name)
    }
    return .reverted
  }

  private func kind() throws(FileError) -> FileEdits.Recovery.Kind {
    try entry.content(of: entry.name) == edit.before ? .reverted : .completed
  }

  private func recoverInPlace() throws(FileError) -> FileEdits.Recovery.Kind {
    guard try entry.status() != nil else { return .doubtful }
    let place = try FilePlace.open(entry)
    let present = try place.bytes()
    if edit.before.matches(present) { return .reverted }
    if edit.after.matches(present) { return .completed }
    guard let old = try backups.backups.version(edit.before),
      let new = try backups.backups.version(edit.after)
    else { return .unrecoverable }
    guard let addition = PartialWrite(present, old: old, new: new).addition else {
      return .doubtful
    }
    let whole = new + addition
    guard whole != present else { return .completed }
    guard try place.write(whole, over: present) else { throw FileError.changed(entry.path) }
    return .completed
  }
}

extension FolderEntry {
  /// The content of a file of the folder; nil if there is none.
  fileprivate func content(of name: [CChar]) throws(FileError) -> BackedUpEdit.Content? {
    guard try status(name) != nil else { return nil }
    let file = try open(name, O_RDONLY)
    return BackedUpEdit.Content(try FileSnapshot.bytes(of: file.descriptor, path, expecting: 0))
  }
}

extension BackedUpEdit {
  /// True if an edit whose outcome is not noted was made, although the file may have been edited since.
  ///
  /// Until an exchange is complete, the new file has a name of its own.
  var wasMade: Bool {
    guard let entry = try? FolderEntry.find(path),
      let present = try? entry.content(of: entry.name)
    else { return false }
    if present == after { return true }
    guard method == .exchanged, present != before else { return false }
    let waiting = try? entry.content(of: FileExchange.name(of: self, entry))
    return waiting == nil || waiting == before
  }
}
