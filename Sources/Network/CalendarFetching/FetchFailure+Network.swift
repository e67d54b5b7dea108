#if Network
import ExactText
import Glibc
import NIOSSL
package import WebAddresses

extension FetchFailure {
  package static let page = FetchFailure(
    .noCalendar,
    "the answer is a web page and no calendar; perhaps the network wants you to log in first")
  package static let brokenOff = FetchFailure(
    .unreachable, "the server ends the connection before its answer is whole")
  static let tooLargeUnpacked = FetchFailure(
    .noCalendar, "the answer is larger, once it is unpacked, than a calendar may be")
  static let otherHost = FetchFailure(
    .unreachable, "the server's certificate is for another host; nothing is read from it")

  package static func tooLarge(_ limit: Int) -> FetchFailure {
    FetchFailure(.noCalendar, "the answer is larger than \(limit) bytes")
  }

  package static func timeout(_ seconds: Int) -> FetchFailure {
    FetchFailure(.unreachable, "there is no whole answer within \(seconds) s")
  }

  static func system(_ code: CInt) -> FetchFailure {
    FetchFailure(.unreachable, "no connection: \(String(cString: strerror(code)))")
  }

  /// What a handshake of TLS failed of.
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
    default: FetchFailure(.unreachable, "the server does not speak TLS as it should")
    }
  }

  /// What a status says that is neither a calendar nor a redirect.
  package static func answer(_ code: Int, _ credentials: Credentials?) -> FetchFailure {
    switch code {
    case 401:
      FetchFailure(
        .forbidden,
        credentials == nil
          ? "the server wants a name and a password (401); they can stand in ~/.netrc"
          : "the server does not take the name and the password (401)")
    case 403: FetchFailure(.forbidden, "the server forbids it (403)")
    case 404: FetchFailure(.missing, "the server has no such calendar (404)")
    case 410: FetchFailure(.missing, "the server says that the calendar is gone for good (410)")
    case 429: FetchFailure(.unreachable, "the server was asked too often (429)")
    case 500...599: FetchFailure(.unreachable, "the server fails (\(code))")
    default: FetchFailure(.unreachable, "the server answers with the status \(code)")
    }
  }

  /// The same with what to try: behind an old `webcal` there may be a server without TLS.
  func doubtingScheme(of address: CalendarAddress) -> FetchFailure {
    guard address.scheme == "webcal", kind == .unreachable else { return self }
    return FetchFailure(
      kind,
      sentence + "; webcal:// is asked over https, so write http:// if this server has no other")
  }

  /// The same of a server that a redirect led to: it is given no password.
  func behindRedirect(to address: CalendarAddress) -> FetchFailure {
    guard kind == .forbidden else { return self }
    return FetchFailure(
      kind,
      "a redirect leads to \(address.origin), which wants a name and a password; those of one server are "
        + "never given to another, so write that one's address")
  }
}
#endif
