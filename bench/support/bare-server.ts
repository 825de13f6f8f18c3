// The yardstick: a plain node:http server that sends the bytes of a file. Prints its port.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const bytes = readFileSync(process.argv[2] ?? '');
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': bytes.length,
};
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
