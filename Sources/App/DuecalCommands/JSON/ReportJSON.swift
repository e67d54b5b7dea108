/// What a command found or did, under a name of its own, and what was said of it.
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
    let (ours, said) = (name, "messages")
    json.object { json in  // the members stand in the order of the alphabet
      if ours > said { json.member(said, messages) }
      json.member(ours, rows)
      if ours < said { json.member(said, messages) }
    }
  }
}
