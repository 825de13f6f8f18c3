export type ConnectionLimits = {
  /** Open connections: in total, and from one IPv4 address or IPv6 /64 network. */
  readonly total: number;
  readonly perNetwork: number;
  /** Calls of one connection that may be unanswered at the same time (HTTP pipelining). */
  readonly pipelined: number;
  /** Bytes of answers that one connection may have left unread when it sends another call. */
  readonly unsentBytes: number;
  /** Time for the request line and headers. */
  readonly headersMs: number;
  /** Time for a whole request. An upload of several gigabytes takes long, so `stallMs` is the real limit. */
  readonly requestMs: number;
  /** How long a connection without a call stays open. */
  readonly keepAliveMs: number;
  /** A connection that neither takes nor sends a byte for so long, although it should, is ended. */
  readonly stallMs: number;
};

export const connectionDefaults: ConnectionLimits = {
  total: 8192,
  perNetwork: 2048,
  pipelined: 32,
  unsentBytes: 4 * 1024 ** 2,
  headersMs: 15_000,
  requestMs: 3_600_000,
  keepAliveMs: 72_000,
  stallMs: 20_000,
};
