// How are pictures embedded fastest: by more processes, or by more threads for one picture?
//   node bench/embed.ts [pictures = 200]
// Drawn JPEGs of 600 pixels a side, through the embedder that comes with the program. The yardstick is one process
// with one thread, measured in the same run; each way is measured twice and the better time counts.
import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { openDefaultEmbedder } from '../src/embedder/default-embedder.ts';

const [count = 200] = process.argv.slice(2).map(Number);
const cores = availableParallelism();

const draw = (place: number): Promise<Buffer> => {
  const side = 600;
  const pixels = Buffer.alloc(side * side * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = ((at * (place + 7)) % 251) ^ (at >> 9);
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .jpeg()
    .toBuffer();
};

const pictures = await Promise.all(Array.from({ length: count }, (_, place) => draw(place)));

const rateOf = async (processes: number, threads: number): Promise<number> => {
  const embedder = await openDefaultEmbedder({ processes, threads });
  try {
    await embedder.embed(pictures.slice(0, 2 * processes));
    const secondsOf = async (): Promise<number> => {
      const startedAt = performance.now();
      await embedder.embed(pictures);
      return (performance.now() - startedAt) / 1000;
    };
    return count / Math.min(await secondsOf(), await secondsOf());
  } finally {
    await embedder.close();
  }
};

const ways: readonly (readonly [processes: number, threads: number])[] = [
  [1, 1],
  [1, cores],
  [cores, 1],
  [cores, cores],
];
let yardstick = NaN;
console.log(`${count} pictures, ${cores} cores`);
for (const [processes, threads] of ways) {
  const rate = await rateOf(processes, threads);
  if (Number.isNaN(yardstick)) yardstick = rate;
  const name = `${processes} process${processes > 1 ? 'es' : ''} × ${threads} thread${threads > 1 ? 's' : ''}`;
  console.log(
    `${name.padEnd(26)}${rate.toFixed(1).padStart(7)} pictures/s   × ${(rate / yardstick).toFixed(2)}`,
  );
}
