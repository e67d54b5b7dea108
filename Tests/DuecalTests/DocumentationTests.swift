import Foundation
import Testing

/// A command in a document, and its documented output.
struct Example: CustomTestStringConvertible, Sendable {
  let document: String
  let command: String
  let expected: String

  var testDescription: String { "\(document): \(command)" }
}

/// Every command of every `console` block, in order.
private let examples: [Example] = {
  let docs =
    (try? FileManager.default.contentsOfDirectory(atPath: projectFolder.path + "/Docs")) ?? []
  let names = ["README.md"] + docs.filter { $0.hasSuffix(".md") }.sorted().map { "Docs/\($0)" }
  return names.flatMap { name -> [Example] in
    let file = projectFolder.appendingPathComponent(name)
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return blocks(text).flatMap { examples(in: $0, name) }
  }
}()

private func blocks(_ text: String) -> [[Substring]] {
  var blocks: [[Substring]] = []
  var open: [Substring]?
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if line == "```console" {
      open = []
    } else if line == "```", let block = open {
      blocks.append(block)
      open = nil
    } else {
      open?.append(line)
    }
  }
  return blocks
}

private func examples(in block: [Substring], _ document: String) -> [Example] {
  var examples: [Example] = []
  var lines: [Substring] = []
  var command: Substring?
  for line in block + ["$ "] {
    if line.hasPrefix("$ ") {
      if let command {
        examples.append(
          Example(
            document: document, command: String(command), expected: lines.joined(separator: "\n")))
      }
      command = line.dropFirst(2)
      lines = []
    } else {
      lines.append(line)
    }
  }
  return examples
}

@Suite("Documents", .serialized)
struct DocumentationTests {
  /// A copy of the samples in which commands run, on the day that the documents were written, and in a zone that none
  /// of them names.
  static let world: Result<Scratch, any Error> = Result {
    let scratch = try Scratch()
    let samples = projectFolder.appendingPathComponent("Samples")
    for name in try FileManager.default.subpathsOfDirectory(atPath: samples.path) {
      let source = samples.appendingPathComponent(name)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: source.path, isDirectory: &isFolder)
      if !isFolder.boolValue { try scratch.write("Samples/\(name)", try Data(contentsOf: source)) }
    }
    return scratch
  }

  @Test(arguments: examples) func anExamplePrintsTheDocumentedOutput(example: Example) throws {
    let run = try shell(
      "{ \(example.command); } 2>&1", in: Self.world.get(),
      environment: [
        "SOURCE_DATE_EPOCH": "1795162500", "DUECAL_NOW": "2026-11-20T08:15:00Z", "TZ": "Asia/Tokyo",
      ])
    let printed = run.output.replacingOccurrences(of: "\r\n", with: "\n")
    #expect(trimmed(printed) == trimmed(example.expected))
  }

  private func trimmed(_ text: String) -> String {
    text.trimmingCharacters(in: .newlines)
  }
}
