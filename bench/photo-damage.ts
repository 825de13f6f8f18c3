/**
 * Does a bad photo harm the service? node bench/photo-damage.ts [--photos 1000] [--seed 1]
 *
 * Sends pictures of the test corpus (bombs, cut files, other kinds, drawings with scripts, good pictures of each kind) through image
 * search, most of them with some bits flipped. Counts answers by status and reason, and compares the process that decodes and its memory
 * before and after.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { badPictures, red } from '../test/support/embedder/bad-pictures.ts';
import { drawPhoto, openPhotoShop } from '../test/support/http/photo-shop.ts';
import { createRandom } from './support/serving-shop.ts';

const { values: options } = parseArgs({
  options: { photos: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const draw = createRandom(Number(options.seed));
const pick = (count: number): number => Math.floor(draw() * count);

const bad = await Promise.all(
  Object.values(badPictures).map(async ({ bytes }) => Buffer.from(await bytes())),
);
const good = await Promise.all([
  red().jpeg().toBuffer(),
  red().png().toBuffer(),
  red().webp().toBuffer(),
  red().avif().toBuffer(),
  red().gif().toBuffer(),
  red().tiff().toBuffer(),
]);
const corpus = [...bad, ...good, ...good];

/** Up to 64 bits anywhere; every eighth picture is as it was. */
const flipBits = (picture: Buffer): Buffer => {
  const copy = Buffer.from(picture);
  const flips = copy.length === 0 || pick(8) === 0 ? 0 : 1 + pick(64);
  for (let flip = 0; flip < flips; flip += 1) {
    const at = pick(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << pick(8));
  }
  return copy;
};

const readProcesses = async (): Promise<string[]> =>
  (await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')).trim().split(' ');
const readMegabytes = async (pid: string, name: string): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
};
const describeMemory = async (pids: readonly string[]): Promise<string> =>
  (
    await Promise.all(
      pids.map(
        async (pid) =>
          `${await readMegabytes(pid, 'VmRSS')} (at most ${await readMegabytes(pid, 'VmHWM')}) MB`,
      ),
    )
  ).join(' and ');

const shop = await openPhotoShop();
const photo = await drawPhoto();
await shop.post({}, photo);
const before = await readProcesses();
const all = [String(process.pid), ...before];
console.log(`before: service and the process that decodes ${await describeMemory(all)}`);
const answers = new Map<string, number>();
for (let sent = 0; sent < Number(options.photos); sent += 1) {
  const { status, text } = await shop.post({}, flipBits(corpus[pick(corpus.length)] ?? photo));
  const reason =
    status === 200 ? '' : ` ${/The (?:photo|body)[^"]*?\./.exec(text)?.[0] ?? text.slice(0, 200)}`;
  const name = `${status}${reason}`;
  answers.set(name, (answers.get(name) ?? 0) + 1);
  if ((sent + 1) % 500 === 0) console.log(`after ${sent + 1}: ${await describeMemory(all)}`);
}
for (const [name, count] of [...answers].sort(([, a], [, b]) => b - a)) console.log(`${count} × ${name}`);
const after = await readProcesses();
const { status } = await shop.post({}, await drawPhoto(undefined, '#123456'));
console.log(
  `the process that decodes ${after.join() === before.join() ? 'is the same' : `was ${before.join()} and is ${after.join()}`}; a good photo afterwards: ${status}`,
);
await shop.close();
