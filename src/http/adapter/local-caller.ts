import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../../domain/loopback.ts';

const forwarding =
  /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-(cluster-)?client-ip|x-original-.+|x-envoy-.+|true-client-ip|cf-.+|fastly-.+)$/;

/**
 * Whether a program on this machine made the request, without a proxy in between. A proxy on this machine has a loopback
 * address too. It gives itself away by a header, by the host that it was asked for, or by HTTP/1.0, which nginx uses
 * unless it is told otherwise.
 */
export const isLocalCaller = ({ socket, headers, httpVersion }: IncomingMessage): boolean =>
  httpVersion !== '1.0' &&
  isLoopback(socket.remoteAddress ?? '') &&
  isLoopback((headers.host ?? '').replace(/:\d+$/, '')) &&
  !Object.keys(headers).some((name) => forwarding.test(name));
