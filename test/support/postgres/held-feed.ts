import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A feed of keywords whose server lets callers wait, so that an import can be met in the middle. */
export const openHeldFeed = async (first: string) => {
  let content = first;
  const waiting = new Set<ServerResponse>();
  let isHeld = true;
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.setHeader('content-type', 'text/csv');
    if (!isHeld) return void response.end(content);
    waiting.add(response);
    response.on('close', () => waiting.delete(response));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keywords.csv`,
    requests: (): number => requests,
    /** Callers that wait now. */
    waiting: (): number => waiting.size,
    hold: (): void => {
      isHeld = true;
    },
    release: (): void => {
      isHeld = false;
      for (const response of waiting) response.end(content);
    },
    change: (next: string): void => {
      content = next;
    },
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
};

export type HeldFeed = Awaited<ReturnType<typeof openHeldFeed>>;
