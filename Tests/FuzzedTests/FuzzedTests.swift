import Foundation
import FuzzedProperties
import Testing

/// The inputs that the fuzzer found, a folder for each property.
private let folder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fuzzed")

private let samples = folder.deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Samples")

private func files(in folder: URL) -> [URL] {
  let files = try? FileManager.default.contentsOfDirectory(
    at: folder, includingPropertiesForKeys: nil)
  return (files ?? []).filter { !$0.hasDirectoryPath }.sorted { $0.path < $1.path }
}

@Suite("What the fuzzer found")
struct FuzzedTests {
  @Test(arguments: FuzzedProperty.allCases)
  func holds(property: FuzzedProperty) throws {
    for file in files(in: folder.appendingPathComponent(property.rawValue)) {
      let faults = property.faults(of: Array(try Data(contentsOf: file)))
      #expect(faults.isEmpty, "\(file.lastPathComponent)")
    }
  }

  @Test(arguments: FuzzedProperty.allCases)
  func holdsOfSamples(property: FuzzedProperty) throws {
    for file in files(in: samples) {
      #expect(property.faults(of: Array(try Data(contentsOf: file))).isEmpty)
    }
  }
}
