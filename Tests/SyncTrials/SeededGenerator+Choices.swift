import TaskDates
import TestSupport

extension SeededGenerator {
  mutating func number(below end: Int) -> Int { Int.random(in: 0..<end, using: &self) }

  /// True once in a number of calls, on average.
  mutating func isOne(in count: Int) -> Bool { number(below: count) == 0 }

  mutating func element<Element>(of all: [Element]) -> Element? {
    all.randomElement(using: &self)
  }

  mutating func date() -> TMDateType? {
    DateParameters(dayNumber: 20_700 + number(below: 400)).map { .date($0) }
  }
}
