import Agenda
public import ArgumentParser
public import CalendarFeeds
public import CalendarImports
public import CalendarItems
import DuecalConfiguration
import LineCodec
import TaskBridge
import TaskEditing
public import TaskText

/// One of several words as the value of an option.
protocol WordArgument: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String {}

// The parser's own implementations of these two look for conformances of each type, which delays the start of a command.
extension WordArgument {
  /// The words.
  public static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  /// None: a word is its own description.
  public static var allValueDescriptions: [String: String] { [:] }
}

// The values of these options are those of the libraries.

extension ExportOptions.Profile: WordArgument {}
extension FeedOptions.Split: WordArgument {}
extension ExportOptions.Times: WordArgument {}
extension ExportOptions.Undated: WordArgument {}
extension ReminderDates.RecurringDue: WordArgument {}
extension Agenda.Grouping: WordArgument {}
extension AgendaOrder: WordArgument {}
extension MessageColor: WordArgument {}
extension TaskDialect: WordArgument {}
extension LineMapping.Options.Zones: WordArgument {}
extension ImportOptions.Removed: WordArgument {}
extension ImportOptions.Past: WordArgument {}
extension InsertionEnd: WordArgument {}
extension CalendarItem.Kind: WordArgument {}
