import { Agent } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { send } from './load.ts';
import type { HealthRecord } from './watch-health.ts';

/** Milliseconds between an answer and the next call. */
const pauseMs = 4;

const port = Number(workerData);
const record: HealthRecord = { waits: [], failures: [] };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const ask = () => send(agent, { port, path: '/healthz', headers: {} });
let isStopped = false;
parentPort?.on('message', () => {
  isStopped = true;
});

// The first call opens the connection and compiles this file.
await ask();
parentPort?.postMessage('ready');
while (!isStopped) {
  const { status, ms } = await ask();
  record.waits.push(ms);
  if (status !== 200) record.failures.push(`/healthz: ${status}`);
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}
agent.destroy();
parentPort?.postMessage(record);
