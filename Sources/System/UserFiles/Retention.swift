/// Decides which old versions stay: all of the last hour, then one of each hour, then one of each day.
///
/// The last versions of each file always stay, and so does what an unfinished edit needs. If all
/// versions together are larger than the limit, the oldest of the others go first.
struct Retention {
  private let limit: Int
  private let now: Int

  private static let hour = 3600
  private static let day = 86_400

  /// - Parameters:
  ///   - limit: The size limit of all versions in bytes.
  ///   - now: The time, in seconds since 1970.
  init(limit: Int, now: Int) {
    self.limit = limit
    self.now = now
  }

  /// The edits whose versions stay, oldest first.
  func kept(of index: BackupIndex) -> [BackedUpEdit] {
    var seen: [FileName: Seen] = [:]
    var kept: [(edit: BackedUpEdit, isFixed: Bool)] = []
    for edit in index.done.reversed() {
      var file = seen[edit.name] ?? Seen()
      let fate = edit.run == file.run ? file.fate : fate(of: edit, file)
      if fate != .goes { kept.append((edit, fate == .fixed)) }
      file.note(edit, fate)
      seen[edit.name] = file
    }
    return fitting(kept.reversed(), index.begun + index.plans)
  }

  /// The decision about an edit, which is the same for all edits of one run to one file.
  private enum Fate {
    case fixed, stays, goes
  }

  /// What is known about the later edits of a file, going back in time.
  private struct Seen {
    var count = 0
    var periods: Set<Period> = []
    var run: Int?
    var fate = Fate.fixed

    mutating func note(_ edit: BackedUpEdit, _ fate: Fate) {
      count += 1
      (run, self.fate) = (edit.run, fate)
      periods.insert(Period(edit, Retention.hour))
      periods.insert(Period(edit, Retention.day))
    }
  }

  /// An hour or a day, by its number.
  private struct Period: Hashable {
    let seconds: Int
    let number: Int

    init(_ edit: BackedUpEdit, _ seconds: Int) {
      self.seconds = seconds
      number = (edit.time - (edit.time % seconds + seconds) % seconds) / seconds
    }
  }

  /// The decision about the last edit of a run: it is kept if it is within the last hour, or the last of its hour or
  /// day.
  private func fate(of edit: BackedUpEdit, _ file: Seen) -> Fate {
    if file.count < Backups.count { return .fixed }
    let age = now - edit.time
    if age <= Self.hour { return .stays }
    let period = Period(edit, age <= Self.day ? Self.hour : Self.day)
    return file.periods.contains(period) ? .goes : .stays
  }

  /// The edits without the oldest ones, so that their versions stay within the size limit.
  private func fitting(
    _ edits: [(edit: BackedUpEdit, isFixed: Bool)], _ begun: [BackedUpEdit]
  ) -> [BackedUpEdit] {
    var sizes = KeptSizes(edits.map(\.edit) + begun)
    var gone: Set<FileRun> = []
    return edits.filter { edit, isFixed in
      let run = FileRun(run: edit.run, name: edit.name)
      guard !isFixed, sizes.total > limit || gone.contains(run) else { return true }
      gone.insert(run)
      sizes.remove(edit)
      return false
    }.map(\.edit)
  }
}

/// The edits of one run to one file.
private struct FileRun: Hashable {
  let run: Int
  let name: FileName
}

/// The size of versions in bytes; a version counts once, however many edits name it.
private struct KeptSizes {
  private(set) var total = 0
  private var uses: [BackedUpEdit.Content: Int] = [:]

  init(_ edits: [BackedUpEdit]) {
    for edit in edits {
      total += edit.line.utf8.count
      for content in [edit.before, edit.after] {
        if uses[content, default: 0] == 0 { total += content.count }
        uses[content, default: 0] += 1
      }
    }
  }

  mutating func remove(_ edit: BackedUpEdit) {
    total -= edit.line.utf8.count
    for content in [edit.before, edit.after] {
      uses[content, default: 1] -= 1
      if uses[content] == 0 { total -= content.count }
    }
  }
}
