import Testing

@testable import DuecalConfiguration
@testable import TaskText

@Suite("The settings of Obsidian Tasks are read")
struct ObsidianSettingsTests {
  private func settings(_ json: String) -> MarkdownSettings? {
    ObsidianSettings.settings(Array(json.utf8))
  }

  @Test func anEmptyFileHasTheDefaultsOfThePlugin() {
    #expect(settings("{}") == .standard)
    #expect(settings("\u{FEFF}{}") == .standard)
  }

  @Test func whatIsNoObjectIsNoFileOfThePlugin() {
    for text in ["", "[]", "null", "{\"globalFilter\":", "\"#task\"", "{}{}"] {
      #expect(settings(text) == nil, "\(text)")
    }
  }

  @Test func everySettingIsRead() throws {
    let read = try #require(
      settings(
        """
        {"globalFilter": "#task", "taskFormat": "dataview", "setCreatedDate": true,
         "setDoneDate": false, "setCancelledDate": false, "recurrenceOnNextLine": true,
         "removeScheduledDateOnRecurrence": true, "other": {"a": [1]},
         "statusSettings": {
           "coreStatuses": [{"symbol": " ", "name": "Todo", "nextStatusSymbol": "x", "type": "TODO"}],
           "customStatuses": [{"symbol": "!", "nextStatusSymbol": "D", "type": "ON_HOLD"}, {"symbol": "ab"}]}}
        """))
    #expect(read.filter == "#task" && read.form == .brackets && read.setsCreatedDate)
    #expect(!read.setsDoneDate && !read.setsCancelledDate)
    #expect(read.recurrenceIsOnNextLine && read.removesScheduledDateOnRecurrence)
    #expect(read.statuses.map(\.symbol) == [" ", "!"])
    #expect(read.type(ofSymbol: "!") == .onHold && read.type(ofSymbol: "x") == nil)
  }

  @Test func aValueOfAnotherTypeHasItsDefault() {
    let text = """
      {"globalFilter": 7, "taskFormat": "yaml", "setDoneDate": "no", "statusSettings": []}
      """
    #expect(settings(text) == .standard)
    #expect(settings("{\"globalFilter\": \"a\\nb\"}") == .standard)
    #expect(settings("{\"globalFilter\": \"  \"}") == .standard)
  }
}
