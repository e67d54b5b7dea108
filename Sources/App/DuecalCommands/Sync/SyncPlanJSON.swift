/// A plan, or what was done of it, in JSON.
struct SyncPlanJSON: JSONValue {
  let number: String
  let outcomes: [StoreOutcome]
  let messages: [MessageJSON]

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("changes", outcomes)
      json.member("messages", messages)
      json.member("plan", number)
    }
  }
}
