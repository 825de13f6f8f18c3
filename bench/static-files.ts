// Which serves the built portal faster: our static files, or @fastify/static?
//   node bench/static-files.ts [requests = 1500]
// Two servers in this process, the same 300 kB script, over keep-alive connections. The yardstick is @fastify/static with
// a .gz file beside the original, measured in the same run; both are measured alternately five times, and the median
// counts. The figure is processor time for one request, the client's part included, because it depends less on what else
// the machine does. Cases: the compressed script, and 304 for a browser that has it.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { createStaticFiles } from '../src/http/adapter/static-files.ts';

const [requests = 1500] = process.argv.slice(2).map(Number);
const connections = 8;
const folder = await mkdtemp(join(tmpdir(), 'kindred-bench-'));
const script = randomBytes(50_000).toString('hex').replaceAll('0', 'const value = function () {};');
await writeFile(join(folder, 'app.js'), script);
await writeFile(join(folder, 'app.js.gz'), gzipSync(script, { level: 9 }));

const openOwn = async (): Promise<FastifyInstance> => {
  const send = createStaticFiles(folder);
  const app = Fastify();
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    if (!(await send(reply, request.params['*'], 'no-cache'))) reply.callNotFound();
    return reply;
  });
  return app;
};

const openPackage = async (): Promise<FastifyInstance> => {
  const app = Fastify();
  await app.register(fastifyStatic, { root: folder, preCompressed: true });
  return app;
};

type Answer = { readonly status: number; readonly etag: string; readonly bytes: number };

const request = (port: number, agent: Agent, headers: Record<string, string>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get({ port, agent, path: '/app.js', headers: { 'accept-encoding': 'gzip', ...headers } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, etag: response.headers.etag ?? '', bytes }),
      );
    }).on('error', reject);
  });

/** Microseconds of processor time for one request. */
const measure = async (app: FastifyInstance, isRepeated: boolean): Promise<number> => {
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { etag } = await request(port, agent, {});
  const headers = isRepeated ? { 'if-none-match': etag } : {};
  const expected = isRepeated ? 304 : 200;
  let left = requests;
  const client = async (): Promise<void> => {
    while (left-- > 0) {
      const { status } = await request(port, agent, headers);
      if (status !== expected) throw new Error(`status ${status}`);
    }
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: connections }, client));
  const { user, system } = process.cpuUsage(before);
  agent.destroy();
  return (user + system) / requests;
};

const apps = { own: await openOwn(), package: await openPackage() };
for (const app of Object.values(apps)) await app.listen({ port: 0, host: '127.0.0.1' });
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
try {
  for (const [name, isRepeated] of [
    ['compressed script', false],
    ['304', true],
  ] as const) {
    const times = { own: [] as number[], package: [] as number[] };
    for (let round = 0; round < 5; round++)
      for (const side of ['own', 'package'] as const) times[side].push(await measure(apps[side], isRepeated));
    const [own, yardstick] = [median(times.own), median(times.package)];
    console.log(
      `${name}: own ${own.toFixed(0)} µs, @fastify/static ${yardstick.toFixed(0)} µs, ratio ${(own / yardstick).toFixed(2)}`,
    );
  }
} finally {
  for (const app of Object.values(apps)) await app.close();
  await rm(folder, { recursive: true, force: true });
}
