import CalendarStores
import StoreAccess
import Testing

@Suite("The names of lists")
struct ListTitleTests {
  @Test(arguments: ["At home", " At\thome\n", "At\u{7} home", "At  \u{1F} home"])
  func arePlainWithoutControlCharactersAndSpacesInARow(title: String) {
    #expect(ListTitle.plain(title) == "At home")
  }

  @Test func areTitlesThenIDsThenWhatAStoreMakesOfTitles() {
    let lists = [("1", "2"), ("2", "Home"), ("3", "At home")].map { id, title in
      ItemList(
        id: ItemList.ID(id), source: "source", details: ItemList.Details(title: title))
    }
    func found(_ name: String) -> [String] {
      OpenStore.lists(called: name, in: lists).map(\.id.name)
    }
    #expect(found("Home") == ["2"] && found("2") == ["1"] && found("3") == ["3"])
    #expect(found("At  home") == ["3"] && found("At") == [] && found(" ") == [])
  }

  @Test func areAfterAnEncryptedAddress() {
    #expect(StoreKind.calDAV.form == "caldav+https://HOST/PATH")
    #expect(StoreKind.openCalDAV.form == nil)
  }
}
