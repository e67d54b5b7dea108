import FuzzedProperties
import Glibc

/// Asks the property that `DUECAL_FUZZ` names of whatever libFuzzer thinks of; the arguments are
/// libFuzzer's, which runs the program again by itself to make an input smaller.
@main
struct Fuzz {
  static let property = getenv("DUECAL_FUZZ").flatMap {
    FuzzedProperty(rawValue: String(cString: $0))
  }

  static func main() {
    guard property != nil else {
      say(
        "DUECAL_FUZZ is one of " + FuzzedProperty.allCases.map(\.rawValue).joined(separator: ", "))
      exit(2)
    }
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(runDriver(&count, &arguments) { ask($0, $1) })
  }

  static func say(_ line: String) {
    for byte in (line + "\n").utf8 { withUnsafeBytes(of: byte) { _ = write(2, $0.baseAddress, 1) } }
  }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What libFuzzer's own `main` would call; it has to be there.
@_cdecl("LLVMFuzzerTestOneInput")
public func ask(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let faults = Fuzz.property?.faults(of: bytes) ?? []
  guard faults.isEmpty else {
    for fault in faults { Fuzz.say("fault: \(fault)") }
    abort()
  }
  return 0
}
