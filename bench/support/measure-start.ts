// Opens the data of an engine, as a service does when it starts, and prints what that took. In a process of its own,
// because memory that another benchmark has used and freed would count.
import { setTimeout } from 'node:timers/promises';
import { openEmbeddedEngine } from '../../src/engine/embedded/embedded.ts';

const [folder = '', size = '1'] = process.argv.slice(2);
globalThis.gc?.();
const before = process.memoryUsage().rss;
const used = process.cpuUsage();
const start = performance.now();
const engine = await openEmbeddedEngine({ folder });
const seconds = (performance.now() - start) / 1000;
globalThis.gc?.();
const { user, system } = process.cpuUsage(used);
const measureBytes = (): number => Math.round((process.memoryUsage().rss - before) / Number(size));
const bytesAtStart = measureBytes();
// Smaller forms of the vectors are made in the background, some 40 microseconds for each product.
await setTimeout(2000 + Number(size) / 12);
globalThis.gc?.();
const report = {
  seconds: Number(seconds.toFixed(2)),
  cpuSeconds: Number(((user + system) / 1e6).toFixed(2)),
  bytesPerProductAtStart: bytesAtStart,
  bytesPerProduct: measureBytes(),
};
await engine.close();
console.log(JSON.stringify(report));
