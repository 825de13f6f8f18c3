// With a filter that one product in a hundred passes: does the engine return every product that an exact scan returns?
//   node bench/filter-recall.ts [products = 100000] [sources = 20]
// Prints the recall, and the time of a search as a ratio to a plain scan of the same products, in the same run.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedEngine } from '../src/engine/embedded/embedded.ts';
import {
  searchFiltered,
  compareWithScan,
  scanExactly,
  gates,
  type Gate,
  generateProducts,
  publishGenerated,
} from './support/filtered-catalogue.ts';

const size = Number(process.argv[2] ?? 100_000);
const count = Number(process.argv[3] ?? 20);
const dimensions = 64;

const folder = await mkdtemp(join(tmpdir(), 'kindred-bench-'));
const engine = await openEmbeddedEngine({ folder });
try {
  const products = [...generateProducts(size, dimensions)];
  const reader = await publishGenerated(engine, products);
  const step = Math.floor(size / count);
  const sources = products.filter((_, index) => index % step === 3).slice(0, count);
  for (const gate of Object.keys(gates) as Gate[]) {
    const { expected, missing } = await compareWithScan(reader, products, sources, gate);
    const startedAt = performance.now();
    for (const { product } of sources) await searchFiltered(reader, product.identifier, gate);
    const answeredAt = performance.now();
    for (const source of sources) scanExactly(products, source, gate);
    const ratio = (answeredAt - startedAt) / (performance.now() - answeredAt);
    const recall = (expected - missing.length) / expected;
    console.log(
      `${size} products, filter on 1 %, gate ${gate}: ${sources.length} sources, ${expected} products expected, ` +
        `${missing.length} missing, recall ${recall.toFixed(4)}, time ${ratio.toFixed(3)} x the plain scan`,
    );
    if (missing.length > 0) process.exitCode = 1;
  }
} finally {
  await engine.close();
  await rm(folder, { recursive: true });
}
