import Testing

@testable import WebServer

@Suite("Wrong passwords")
struct PasswordFailureTests {
  @Test func makeOnlyTheirCallerWait() throws {
    let failures = PasswordFailures()
    for _ in 0..<6 { try fail("ann", "1.2.3.4", failures) }
    #expect(try pause("ann", "1.2.3.4", failures) > .zero)
    #expect(try pause("ann", "5.6.7.8", failures) == .zero)
    #expect(try pause("bob", "1.2.3.4", failures) == .zero)
  }

  @Test func neverMakeAnybodyWaitMoreThanFiveSeconds() throws {
    let failures = PasswordFailures()
    for _ in 0..<200 { try fail("ann", "1.2.3.4", failures) }
    #expect(try pause("ann", "1.2.3.4", failures) == .seconds(5))
  }

  @Test func areForgottenAfterARightOne() throws {
    let failures = PasswordFailures()
    for _ in 0..<6 { try fail("ann", "1.2.3.4", failures) }
    let turn = try #require(failures.begin("ann", from: "1.2.3.4"))
    failures.note(turn, isRight: true)
    failures.end(turn)
    #expect(try pause("ann", "1.2.3.4", failures) == .zero)
  }

  @Test func ofOneAddressDoNotKeepOutAnother() throws {
    let failures = PasswordFailures()
    let turns = (0..<10).map { _ in failures.begin("ann", from: "1.2.3.4") }
    #expect(turns.compactMap(\.self).count == 4)
    #expect(failures.begin("ann", from: "5.6.7.8") != nil)
    for turn in turns.compactMap(\.self) { failures.end(turn) }
    #expect(failures.begin("ann", from: "1.2.3.4") != nil)
  }

  @Test func takeNoMoreMemoryHoweverManyNamesAreTried() throws {
    let failures = PasswordFailures()
    for number in 0..<30_000 { try fail("name \(number)", "1.2.3.4", failures) }
    #expect(failures.count <= 10_000)
  }

  private func fail(_ name: String, _ address: String, _ failures: PasswordFailures) throws {
    let turn = try #require(failures.begin(name, from: address))
    failures.note(turn, isRight: false)
    failures.end(turn)
  }

  private func pause(
    _ name: String, _ address: String, _ failures: PasswordFailures
  ) throws -> Duration {
    let turn = try #require(failures.begin(name, from: address))
    defer { failures.end(turn) }
    return turn.pause
  }
}
