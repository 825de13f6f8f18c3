// How are pictures embedded fastest: by more processes, or by more threads for one picture?
//   node bench/embed.ts [pictures = 200] [folder]
// Pictures of a folder, or generated JPEGs of 600 by 600 pixels, through the default embedder. The yardstick is one
// process with one thread, measured in the same run; each configuration is measured twice and the better time counts.
// Also prints the processor time (on Linux): where all cores are busy, that is the figure to compare.
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { openDefaultEmbedder } from '../src/embedder/open/open-model.ts';

const [wanted = '200', folder] = process.argv.slice(2);
const cores = availableParallelism();
/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

const drawPicture = (index: number): Promise<Buffer> => {
  const side = 600;
  const pixels = Buffer.alloc(side * side * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = ((at * (index + 7)) % 251) ^ (at >> 9);
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .jpeg()
    .toBuffer();
};

/** Evenly spread over the pictures of the folder and of all folders in it. */
const readPictures = async (root: string, count: number): Promise<Buffer[]> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(jpe?g|png|webp|gif|avif)$/i.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const step = Math.max(1, files.length / count);
  const chosen = files.slice(0, count).map((_, at) => files[Math.floor(at * step)] ?? '');
  return Promise.all(chosen.map((file) => readFile(file)));
};

const pictures =
  folder === undefined
    ? await Promise.all(Array.from({ length: Number(wanted) }, (_, index) => drawPicture(index)))
    : await readPictures(folder, Number(wanted));
const count = pictures.length;

/** Processor time of all child processes, in seconds. */
const workerSeconds = async (): Promise<number> => {
  const { pid } = process;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const times = children
    .split(' ')
    .filter(Boolean)
    .map(async (child) => {
      const fields = (await readFile(`/proc/${child}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
      return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    });
  return (await Promise.all(times)).reduce((sum, seconds) => sum + seconds, 0);
};

const measure = async (processes: number, threads: number) => {
  const embedder = await openDefaultEmbedder({ processes, threads });
  try {
    await embedder.embed(pictures.slice(0, 2 * processes));
    const before = await workerSeconds();
    const measureSeconds = async (): Promise<number> => {
      const startedAt = performance.now();
      await embedder.embed(pictures);
      return (performance.now() - startedAt) / 1000;
    };
    const seconds = Math.min(await measureSeconds(), await measureSeconds());
    const processorMs = (1000 * ((await workerSeconds()) - before)) / (2 * count);
    return { rate: count / seconds, processorMs };
  } finally {
    await embedder.close();
  }
};

const configurations: readonly (readonly [processes: number, threads: number])[] = [
  [1, 1],
  [1, cores],
  [cores, 1],
  [cores, cores],
];
let yardstick = NaN;
console.log(`${count} pictures, ${cores} cores`);
for (const [processes, threads] of configurations) {
  const { rate, processorMs } = await measure(processes, threads);
  if (Number.isNaN(yardstick)) yardstick = rate;
  const name = `${processes} × ${threads} thread${threads > 1 ? 's' : ''}`;
  const share = (rate / yardstick).toFixed(2);
  console.log(
    `${name.padEnd(14)}${rate.toFixed(1).padStart(7)} pictures/s   × ${share}   ${processorMs.toFixed(1)} ms of processor time each`,
  );
}
