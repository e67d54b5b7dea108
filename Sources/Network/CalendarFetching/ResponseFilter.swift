import NIOCore
import NIOHTTP1

/// Passes on only responses with a valid HTTP status, before the client's own state sees them.
///
/// The client treats a status outside of 100 to 599 as a bug of its own and ends the process. It also
/// passes on every 1xx before a response, however many come.
final class ResponseFilter: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart

  /// Why a response is refused.
  enum Refusal: Error {
    /// Its status is not a valid HTTP status, or was not requested (101).
    case status(UInt)
    /// The server sent too many interim responses (1xx).
    case announcements
  }

  /// The maximum number of interim responses (1xx) before a response.
  private static let mostAnnouncements = 20

  private var announcements = 0
  private var isShut = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isShut else { return }
    guard case .head(let head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    switch head.status.code {
    case 200...599:
      announcements = 0
      context.fireChannelRead(data)
    case 100, 102...199:
      announcements += 1
      if announcements > Self.mostAnnouncements { refuse(.announcements, context) }
    default: refuse(.status(head.status.code), context)
    }
  }

  private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    isShut = true
    context.fireErrorCaught(refusal)
    context.close(promise: nil)
  }
}

extension ResponseFilter {
  /// Adds a filter after the decoder of a connection.
  static func add(to channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.context(
        handlerType: ByteToMessageHandler<HTTPResponseDecoder>.self)
      try pipeline.addHandler(ResponseFilter(), position: .after(decoder.handler))
    }
  }
}
