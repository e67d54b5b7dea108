/// A value that is written as JSON.
protocol JSONValue {
  /// Writes the value; the keys of an object are in alphabetical order.
  func write(to json: inout JSONWriter)
}

extension String: JSONValue {
  func write(to json: inout JSONWriter) { json.text(self) }
}

extension Int: JSONValue {
  func write(to json: inout JSONWriter) { json.number(self) }
}

extension Bool: JSONValue {
  func write(to json: inout JSONWriter) { json.verbatim(self ? "true" : "false") }
}

/// An optional value: `null` if it is nil, so that a key is always there.
extension Optional: JSONValue where Wrapped: JSONValue {
  func write(to json: inout JSONWriter) {
    if let self { self.write(to: &json) } else { json.verbatim("null") }
  }
}

extension Array: JSONValue where Element: JSONValue {
  func write(to json: inout JSONWriter) {
    json.array { json in
      for element in self { json.element(element) }
    }
  }
}
