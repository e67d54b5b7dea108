import Diagnostics
import ExactText
import StoreAccess
import TaskDates
import UserFiles
import WebAddresses

/// The arguments of a list: words that say when, and paths behind them.
///
/// The words are the longest beginning of the arguments that says a period. Where a word of it is also
/// the name of a file, so that another reading is as good, nothing is guessed.
struct AgendaWords {
  /// What is asked for; nil where no word says it.
  let when: When?
  /// The paths.
  let paths: [String]

  /// What words ask for.
  enum When: Hashable {
    /// A period, what is late, or what has no date.
    case expression(PeriodExpression)
    /// All there is.
    case all
  }

  /// What is wrong with arguments, as a sentence.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// No period has more words.
  private static let mostWords = 8

  /// Parts the arguments.
  ///
  /// - Parameters:
  ///   - option: What `--when` says; then all arguments are paths.
  ///   - clock: The clock that `today` is asked of.
  ///   - isFile: Whether there is a file or folder of a name.
  init(
    _ arguments: [String], option: String?, clock: RunClock, firstWeekday: Weekday,
    isFile: (String) -> Bool = { FileTree.isFile($0) || FileTree.isFolder($0) }
  ) throws(Fault) {
    let reader = Reader(now: clock.now, firstWeekday: firstWeekday)
    guard let option else {
      let count = try reader.count(of: arguments, isFile)
      when = try? reader.when(arguments.prefix(count).joined(separator: " "))
      paths = Array(arguments.dropFirst(count))
      return
    }
    do throws(TMError) {
      when = try reader.when(option)
    } catch {
      throw Fault(description: "--when: \(reader.beyondYears(option) ?? "\(error)")")
    }
    paths = arguments
  }

  /// True for what is no word of a period: it has a slash or a dot, or is an address or `-`.
  private static func mayBePath(_ text: String) -> Bool {
    text == "-" || text.contains("/") || text.contains(".") || CalendarAddress.isOne(text)
      || StoreAddress.isOne(text)
  }

  /// Reads words.
  private struct Reader {
    let now: DateTimeParameters
    let firstWeekday: Weekday

    func when(_ text: String) throws(TMError) -> When {
      if text.lowercased() == "all" { return .all }
      return .expression(try PeriodExpression(parsing: text, now: now, firstWeekday: firstWeekday))
    }

    /// How many arguments say when: as many as together say something.
    func count(of arguments: [String], _ isFile: (String) -> Bool) throws(Fault) -> Int {
      let most = min(arguments.count, AgendaWords.mostWords)
      let count = stride(from: most, to: 0, by: -1).first { says(arguments.prefix($0)) } ?? 0
      try refuseAmbiguity(arguments, count, isFile: isFile)
      if count == 0, let first = arguments.first, !AgendaWords.mayBePath(first), !isFile(first) {
        throw fault(of: arguments, isFile)
      }
      try refuseSecond(arguments.dropFirst(count), behind: count > 0, isFile: isFile)
      return count
    }

    /// Refuses a period that stands where a file is expected.
    private func refuseSecond(
      _ paths: ArraySlice<String>, behind hasPeriod: Bool, isFile: (String) -> Bool
    ) throws(Fault) {
      for index in paths.indices {
        let words = paths[index...].prefix(AgendaWords.mostWords).prefix {
          !AgendaWords.mayBePath($0) && !isFile($0)
        }
        let counts = stride(from: words.count, to: 0, by: -1)
        guard let count = counts.first(where: { says(words.prefix($0)) }) else { continue }
        let period = words.prefix(count).joined(separator: " ")
        let expected = hasPeriod ? "one period, and files" : "the period before the files"
        throw Fault(
          description: "\(period.quoted) is no file here, but a period; expected \(expected)")
      }
    }

    private func says(_ words: ArraySlice<String>) -> Bool {
      (try? when(words.joined(separator: " "))) != nil
    }

    /// The error for words whose period is not all in the years 1 to 9999; nil for other words.
    func beyondYears(_ text: String) -> String? {
      guard let epoch = DateTimeParameters(secondNumber: 0) else { return nil }
      let other = Reader(now: epoch, firstWeekday: firstWeekday)
      guard (try? other.when(text)) != nil, (try? when(text)) == nil else { return nil }
      return "\(text.quoted) is not all in the years 1 to 9999; expected a period that is"
    }

    private func refuseAmbiguity(
      _ arguments: [String], _ count: Int, isFile: (String) -> Bool
    ) throws(Fault) {
      for index in 0..<count where index == 0 || says(arguments.prefix(index)) {
        let word = arguments[index]
        guard isFile(word) else { continue }
        let period = arguments.prefix(count).joined(separator: " ")
        throw Fault(
          description: "\(word.quoted) is a file here, and \(period.quoted) is also a period; "
            + "expected \(("./" + word).quoted) for the file, or --when \(period.quoted)")
      }
    }

    private func fault(of arguments: [String], _ isFile: (String) -> Bool) -> Fault {
      let words = arguments.prefix(AgendaWords.mostWords).prefix {
        !AgendaWords.mayBePath($0) && !isFile($0)
      }
      let text = words.joined(separator: " ")
      let counts = stride(from: words.count, to: 0, by: -1)
      let periods = counts.map { words.prefix($0).joined(separator: " ") }
      if let reason = periods.lazy.compactMap(beyondYears).first {
        return Fault(description: reason)
      }
      do throws(TMError) {
        _ = try when(text)
        return Fault(description: "\(text.quoted) is no period")
      } catch {
        // What has figures in it was meant as a date, and the reason says what is wrong with it.
        if text.utf8.contains(where: { (0x30...0x39).contains($0) }) {
          return Fault(description: "\(text.quoted) is no file and no period: \(error)")
        }
        return Fault(
          description:
            "\(text.quoted) is no file and no period; expected one such as today, week, next 7 days, "
            + "2026-12, overdue, undated or all")
      }
    }
  }
}
