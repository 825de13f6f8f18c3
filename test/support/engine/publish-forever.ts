import { fields, createProduct } from './catalogue-arbitraries.ts';
import { openEmbeddedEngine } from '../../../src/engine/embedded/embedded.ts';
import { publish } from './temporary-engine.ts';

/* A process that publishes until it is killed, and prints each version that went live. */

const folder = process.argv[2] ?? '';
const engine = await openEmbeddedEngine({ folder });
const draft = { fields, language: 'en', model: 'm', plans: [] };
const weights = { looks: 1, colour: 1 };
const plan = { weights, same: { fields: [], mode: 'All' as const }, exclude: null, candidates: 5 };

for (let round = 0; ; round += 1) {
  const products = Array.from({ length: 40 }, (_, number) => ({
    product: createProduct(`p${number}`, { displayText: `Round ${round}` }),
    picture: { hash: `${number}`, looks: Float32Array.of(1, 0, 0, number), colour: Float32Array.of(1) },
  }));
  const { version, checksum } = await publish(engine, 'shop', { ...draft, plans: [plan] }, products);
  // One write, so that a kill leaves a whole line or none.
  process.stdout.write(`${version} ${checksum}\n`);
}
