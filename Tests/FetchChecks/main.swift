// Prints the answer of a fetcher, for Tests/fetching.py: address, timeout, limit, and validators.
import CalendarFetching
import WebAddresses

let arguments = CommandLine.arguments.dropFirst().map { $0 }
guard arguments.count >= 3, let address = try? CalendarAddress(arguments[0]),
  let timeout = Int(arguments[1]), let limit = Int(arguments[2])
else {
  fatalError("usage: duecal-fetch-checks ADDRESS TIMEOUT LIMIT [URL ETAG LAST-MODIFIED]")
}
var request = FetchRequest(address, byteLimit: limit, timeout: timeout, agent: "duecal-checks/1")
if arguments.count == 6 {
  request.validators = FetchValidators(
    url: arguments[3], etag: arguments[4].isEmpty ? nil : arguments[4],
    lastModified: arguments[5].isEmpty ? nil : arguments[5])
}
let fetcher = HTTPFetcher(.current())
switch fetcher.fetch(request) {
case .calendar(let calendar):
  print("calendar \(calendar.bytes.count)")
  print("etag \(calendar.validators?.etag ?? "-")")
  print("date \(calendar.validators?.lastModified ?? "-")")
  print("url \(calendar.validators?.url ?? "-")")
  print("final \(calendar.finalAddress)")
  print("moved \(calendar.movedTo?.description ?? "-")")
case .unchanged(let movedTo):
  print("unchanged")
  print("moved \(movedTo?.description ?? "-")")
case .failed(let failure):
  print("failed \(failure.kind): \(failure.sentence)")
}
