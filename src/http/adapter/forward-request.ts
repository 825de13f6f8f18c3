import { Agent, type IncomingMessage, type RequestListener, request as sendRequest } from 'node:http';
import { pipeline } from 'node:stream';
import { refuseResponse } from './malformed-http.ts';

/*
 * A thread that serves only the two operations lets the main thread answer every other request, through a Unix socket. A header
 * says who the client is and how it asked, so that limits, proxies and local callers are judged as if it had asked there.
 */

const clientHeader = 'kindred-client';

/** They are about one connection, and so not forwarded. */
const connectionHeaders = ['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'expect'];
const notSent = new Set([...connectionHeaders, clientHeader]);
const notAnswered = new Set([...connectionHeaders, 'transfer-encoding']);

export const forwardRequests = (socketPath: string): RequestListener => {
  const agent = new Agent({ keepAlive: true });
  // A connection for each request: none is used again while the main thread closes it.
  agent.maxFreeSockets = 0;
  return (request, response) => {
    const { method, url: path } = request;
    const forwarded = sendRequest({ socketPath, agent, method, path, headers: describeRequest(request) });
    forwarded.once('response', (answer) => {
      const { statusCode = 502, statusMessage = '', rawHeaders } = answer;
      response.writeHead(statusCode, statusMessage, withoutNames(rawHeaders, notAnswered));
      pipeline(answer, response, () => undefined);
    });
    forwarded.on('error', () => {
      if (!response.headersSent) refuseResponse(response, 'The service is being stopped.');
    });
    // The client left, or was answered before its body was read.
    response.once('close', () => {
      if (!response.writableFinished || !request.complete) forwarded.destroy();
    });
    // Reads what is left of the body.
    forwarded.once('close', () => request.unpipe(forwarded).resume());
    request.pipe(forwarded);
  };
};

const describeRequest = ({ method, httpVersion, socket, headers, rawHeaders }: IncomingMessage): string[] => {
  const client = [clientHeader, `${httpVersion} ${socket.remoteAddress ?? ''}`];
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  // Otherwise node:http announces one.
  const noBody = hasBody || method === 'GET' || method === 'HEAD' ? [] : ['Content-Length', '0'];
  return [...client, ...withoutNames(rawHeaders, notSent), ...noBody];
};

/** From a list of names and values in turn. */
const withoutNames = (rawHeaders: readonly string[], names: ReadonlySet<string>): string[] =>
  rawHeaders.filter((_, at) => !names.has((rawHeaders[at - (at % 2)] ?? '').toLowerCase()));

/** In the main thread: makes a request that another thread forwarded look as if its client had sent it here. */
export const restoreClient = (request: IncomingMessage): void => {
  const [name, value = ''] = request.rawHeaders;
  if (name !== clientHeader) return;
  request.rawHeaders.splice(0, 2);
  delete request.headers[clientHeader];
  const [httpVersion = '', address = ''] = value.split(' ');
  request.httpVersion = httpVersion;
  Object.defineProperty(request.socket, 'remoteAddress', { value: address || undefined });
};
