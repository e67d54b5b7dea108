import ExactText
import Glibc
import NIOSSL
package import WebAddresses

extension FetchFailure {
  package static let page = FetchFailure(
    .noCalendar,
    "the answer is a web page, not a calendar; perhaps the network asks you to log in first")
  package static let brokenOff = FetchFailure(
    .unreachable, "the server ends the connection before its answer is complete")
  static let tooLargeUnpacked = FetchFailure(
    .noCalendar, "the decompressed answer is larger than a calendar may be")
  static let otherHost = FetchFailure(
    .unreachable, "the server's certificate is for another host; nothing is read from it")

  package static func tooLarge(_ limit: Int) -> FetchFailure {
    FetchFailure(.noCalendar, "the answer is larger than \(limit) bytes")
  }

  package static func timeout(_ seconds: Int) -> FetchFailure {
    FetchFailure(.unreachable, "there is no complete answer within \(seconds) s")
  }

  static func system(_ code: CInt) -> FetchFailure {
    FetchFailure(.unreachable, "no connection: \(String(cString: strerror(code)))")
  }

  /// The failure for an error in a TLS handshake.
  static func certificate(_ error: NIOSSLError) -> FetchFailure {
    switch error {
    case .handshakeFailed where "\(error)".contains("CERTIFICATE_VERIFY_FAILED"):
      FetchFailure(
        .unreachable,
        "the server's certificate is not one that this system trusts; nothing is read from it")
    case .unableToValidateCertificate, .noCertificateToValidate: otherHost
    case .failedToLoadCertificate, .noSuchFilesystemObject:
      FetchFailure(.configuration, "the certificates that SSL_CERT_FILE names cannot be read")
    case .uncleanShutdown: brokenOff
    default: FetchFailure(.unreachable, "the server does not follow the TLS protocol")
    }
  }

  /// The failure for a status that is neither a success nor a redirect.
  package static func httpStatus(_ code: Int, _ credentials: Credentials?) -> FetchFailure {
    switch code {
    case 401:
      FetchFailure(
        .forbidden,
        credentials == nil
          ? "the server asks for a name and a password (401); expected them in ~/.netrc"
          : "the server rejects the name and the password (401)")
    case 403: FetchFailure(.forbidden, "the server denies access (403)")
    case 404: FetchFailure(.missing, "the server has no such calendar (404)")
    case 410: FetchFailure(.missing, "the server reports that the calendar is gone for good (410)")
    case 429: FetchFailure(.unreachable, "the server received too many requests (429)")
    case 500...599: FetchFailure(.unreachable, "the server fails (\(code))")
    default: FetchFailure(.unreachable, "the server answers with the status \(code)")
    }
  }

  /// The failure with a hint to try `http`: an old `webcal` address may be that of a server without TLS.
  func doubtingScheme(of address: CalendarAddress) -> FetchFailure {
    guard address.scheme == "webcal", kind == .unreachable else { return self }
    return FetchFailure(
      kind,
      sentence + "; webcal:// uses https, so write http:// if this server has nothing else")
  }

  /// The failure for a server to which a redirect led; it does not get the password.
  func afterRedirect(to address: CalendarAddress) -> FetchFailure {
    guard kind == .forbidden else { return self }
    return FetchFailure(
      kind,
      "a redirect leads to \(address.origin), which asks for a name and a password; those of one "
        + "server are never sent to another, so use that address directly")
  }
}
