import ExactText

extension FileEdits {
  /// What an earlier run left unfinished, and what recovery did with it.
  public struct Recovery: Hashable, Sendable {
    /// The result of the recovery.
    public enum Kind: Hashable, Sendable {
      /// The file had been written completely, or is now.
      case completed
      /// The file had not been written, or has its old content again.
      case reverted
      /// The file was written in part, and then changed by another program: it is left as it is.
      case doubtful
      /// The file may be written in part, and its backups are missing; it is left as it is.
      case unrecoverable
      /// The run had written only some of its files, and this one was changed since: all are left as they are.
      case changedSince
    }

    /// The edit.
    public let edit: BackedUpEdit
    /// The result.
    public let kind: Kind
  }

  /// Completes or reverts what killed runs left unfinished; the first edit does this too.
  ///
  /// What cannot be recovered now, because an editor has the file open, waits for the next run.
  @discardableResult
  public func recover() throws(FileError) -> [Recovery] {
    let index = try backups.index()
    damagedLines = index.damaged
    guard index.isUnfinished else { return recovered }
    _ = recover(try OpenBackups(backups, now: time))
    return recovered
  }

  /// Recovers all unfinished edits and runs, and returns the files for which that failed.
  func recover(_ open: OpenBackups) -> [FileName: FileError] {
    guard open.index.isUnfinished else { return [:] }
    var obstacles: [FileName: FileError] = [:]
    for edit in open.index.begun {
      do throws(FileError) {
        guard let entry = try FolderEntry.find(edit.path) else { continue }
        try objectToEditor(of: entry)
        let kind = try EditRecovery(edit: edit, entry: entry, backups: open).run()
        recovered.append(Recovery(edit: edit, kind: kind))
      } catch {
        obstacles[edit.name] = error
      }
    }
    for files in open.index.plannedRuns { finish(files, open, &obstacles) }
    return obstacles
  }

  /// Finishes a run of several files; all of them have to wait for one that an editor has open.
  private func finish(
    _ files: [BackedUpEdit], _ open: OpenBackups, _ obstacles: inout [FileName: FileError]
  ) {
    do throws(FileError) {
      for file in files {
        if let obstacle = obstacles[file.name], obstacle.isPassing { throw obstacle }
      }
      try finish(files, open)
    } catch {
      for file in files { obstacles[file.name] = error }
    }
  }

  /// Writes the other files of a run that wrote some; but if one was changed since, all are left as they are.
  ///
  /// Somebody may have seen a line in two files, and removed it from the one that was written.
  private func finish(_ files: [BackedUpEdit], _ open: OpenBackups) throws(FileError) {
    let run = files[0].run
    var unwritten: [BackedUpEdit] = []
    var changed: [Recovery] = []
    for file in files {
      let bytes = Self.bytes(of: file.path)
      if let bytes, file.before.matches(bytes) {
        unwritten.append(file)
      } else if bytes.map(file.after.matches) != true {
        changed.append(Recovery(edit: file, kind: .changedSince))
      }
    }
    let isBegun = unwritten.count + changed.count < files.count || open.index.wrote(run)
    if isBegun, changed.isEmpty { changed = try complete(unwritten, open) }
    open.settle(run)
    if isBegun { recovered += changed }
  }

  /// Writes files of a killed run, and returns those whose backups are gone.
  private func complete(
    _ files: [BackedUpEdit], _ open: OpenBackups
  ) throws(FileError) -> [Recovery] {
    var whole: [(BackedUpEdit, ChangedFile)] = []
    for file in files {
      guard let old = try backups.version(file.before), let new = try backups.version(file.after)
      else { return [Recovery(edit: file, kind: .unrecoverable)] }
      whole.append((file, ChangedFile(path: file.path, old: old, new: new)))
    }
    for (edit, file) in whole {
      do throws(FileError) {
        guard try writeOrCreate(file, edit.label, open) != .changedMeanwhile else {
          throw FileError.changed(file.path)
        }
      } catch {
        // A file that may not be written any more must not stop each later edit of the others.
        guard error.isForbidden else { throw error }
        return [Recovery(edit: edit, kind: .changedSince)]
      }
    }
    return []
  }

  /// The bytes of a file; none for one that is still to be created, and nil if it cannot be read.
  static func bytes(of path: String) -> [UInt8]? {
    do throws(FileError) { return try FileSnapshot.regular(path).bytes } catch {
      return error.isMissing ? [] : nil
    }
  }
}

extension BackedUpEdit {
  /// The label of its run.
  var label: FileEdit.Label {
    FileEdit.Label(run: run, time: time, command: command, purpose: purpose)
  }
}
