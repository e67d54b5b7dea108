/// The document of a command with one array: what it found or did, under a key of its own, and the messages.
struct ReportJSON<Row: JSONValue>: JSONValue {
  let name: String
  let rows: [Row]
  let messages: [MessageJSON]

  init(_ name: String, _ rows: [Row], messages: [MessageJSON]) {
    self.name = name
    self.rows = rows
    self.messages = messages
  }

  func write(to json: inout JSONWriter) {
    let (key, messagesKey) = (name, "messages")
    json.object { json in  // the members are in alphabetical order
      if key > messagesKey { json.member(messagesKey, messages) }
      json.member(key, rows)
      if key < messagesKey { json.member(messagesKey, messages) }
    }
  }
}
