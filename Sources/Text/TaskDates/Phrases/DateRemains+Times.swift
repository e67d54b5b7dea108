/// Times, and dates of other forms, anywhere in a title.
extension DateRemains {
  /// The `10am EST` of `Call at 10am EST tomorrow`, which is another time.
  var zoned: Range<Int>? {
    for place in words.indices.dropFirst() where isMeridiem(place - 1) || isClock(place - 1) {
      let start = max(0, isMeridiem(place - 1) ? place - 2 : place - 1)
      if PhrasePlace.isZone(place, words, bytes) { return start..<place + 3 }
      if PhrasePlace.isShortZone(words[place], bytes) { return start..<place + 1 }
    }
    return nil
  }

  /// The `17:30` of `Train 17:30 to Paris on friday`, the `5pm` of `Plan 5pm talk tomorrow`, and the `@1pm` of `Lunch @1pm
  /// friday`.
  func time(besides phrase: Range<Int>) -> Range<Int>? {
    for place in words.indices where !phrase.contains(place) && !isAttached(place) {
      if isMeridiem(place + 1), 1...2 ~= words[place].digits { return place..<place + 2 }
      if isTimeOfDay(place) || isTimeTag(words[place]) { return place..<place + 1 }
    }
    return nil
  }

  /// True for the tag `@1pm`, but not for `@1password`.
  private func isTimeTag(_ word: DateWord) -> Bool {
    let name = bytes[word.range].dropFirst()
    guard PhraseText.isCovered(word), bytes[word.range.lowerBound] == UInt8(ascii: "@"),
      name.count < 9, let first = name.first, 0x30...0x39 ~= first
    else { return false }
    return (try? RelativeDate(parsing: String(decoding: name, as: UTF8.self)))?.isTimeOnly == true
  }

  /// True for a clock time.
  private func isTimeOfDay(_ place: Int) -> Bool {
    if case .clock(let hour, let minute, _) = words[place].kind {
      hour < 24 && minute < 60
    } else {
      false
    }
  }

  /// The `tomorrow` of `Remind me tomorrow to call`.
  var near: Range<Int>? {
    let place = words.indices.dropFirst().first {
      ["tomorrow", "tonight"].contains(words[$0].text)
        && !isCapital($0) && isEndOfWord($0)
    }
    return place.map { $0..<$0 + 1 }
  }

  private func isEndOfWord(_ place: Int) -> Bool {
    place + 1 >= words.count || !isAttached(place + 1)
      || words[place + 1].text.utf8.allSatisfy { PhrasePlace.stops.contains($0) }
  }

  /// A form that only programs have: `2026-12-24..2027-01-02`, `2026-12-05T10:00/11:00`, `2026-12-05T10:00+01:00`.
  var joined: Range<Int>? {
    for place in words.indices.dropFirst().dropLast() where !isAttached(place) {
      guard case .figures = words[place].kind, words[place].text.utf8.count == 10 else { continue }
      let isTimed = isClock(place + 1)
      let next = isTimed ? place + 2 : place + 1
      guard next + 1 < words.count, ["..", "/", "-", "+"].contains(words[next].text),
        isAttached(next),
        words[next + 1].kind == .figures || isClock(next + 1)
      else { continue }
      return place..<next + 2
    }
    return nil
  }

  /// A date in figures of a form that is not read, such as `12/05/2026`.
  var written: Range<Int>? {
    words.indices.first { isForeign($0) }.map { $0..<$0 + 5 }
  }

  private func isForeign(_ place: Int) -> Bool {
    guard place + 4 < words.count, 1...2 ~= words[place + 2].digits, !isSlash(place + 5),
      [words[place].digits, words[place + 4].digits].max() == 4
        || words[place + 4].digits == 2 && isSlash(place + 1) && 1...2 ~= words[place].digits,
      1...2 ~= min(words[place].digits, words[place + 4].digits),
      words[place + 1].text == words[place + 3].text,
      ["/", ".", "-"].contains(words[place + 1].text)
    else { return false }
    return (place + 1...place + 4).allSatisfy(isAttached)
      && (place == 0 || !isAttached(place))
  }
}
