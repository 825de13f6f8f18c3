/**
 * How often are the ten nearest pictures of the same class? node bench/looks-quality.ts <folder> [sample]
 * The folder has one folder of pictures for each class. Every picture is used once as the query and left out of its own
 * result (P@10, leave-one-out). The yardstick is chance: the result of random vectors.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDefaultEmbedder } from '../src/embedder/open/open-model.ts';
import type { Embedding } from '../src/embedder/embedder.ts';

type LabelledPicture = { readonly label: string; readonly embedding: Embedding };
type Weights = { readonly looks: number; readonly colour: number };

const neighbours = 10;

const listPictures = async (folder: string, sample: number): Promise<{ label: string; file: string }[]> => {
  const labels = (await readdir(folder)).sort();
  const lists = await Promise.all(
    labels.map(async (label) =>
      (await readdir(join(folder, label))).sort().map((name) => ({ label, file: join(folder, label, name) })),
    ),
  );
  const all = lists.flat();
  const step = Math.max(1, all.length / sample);
  return Array.from(
    { length: Math.min(sample, all.length) },
    (_, index) => all[Math.floor(index * step)],
  ).filter((picture) => picture !== undefined);
};

const dotProduct = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
};

const measurePrecision = (
  pictures: readonly LabelledPicture[],
  score: (a: Embedding, b: Embedding) => number,
): number => {
  const shares = pictures.map((source) => {
    const others = pictures.filter((other) => other !== source);
    const ranked = others.map(({ label, embedding }) => ({
      label,
      score: score(source.embedding, embedding),
    }));
    ranked.sort((a, b) => b.score - a.score);
    return ranked.slice(0, neighbours).filter(({ label }) => label === source.label).length / neighbours;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
};

const chancePrecision = (pictures: readonly LabelledPicture[]): number => {
  const counts = Map.groupBy(pictures, ({ label }) => label);
  const same = pictures.map(({ label }) => ((counts.get(label)?.length ?? 1) - 1) / (pictures.length - 1));
  return same.reduce((sum, share) => sum + share, 0) / same.length;
};

const [folder, sample = '1000'] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node bench/looks-quality.ts <folder> [sample]');
const files = await listPictures(folder, Number(sample));
const embedder = await openDefaultEmbedder();
const started = performance.now();
const results = await embedder.embed(await Promise.all(files.map(({ file }) => readFile(file))));
const elapsedMs = performance.now() - started;
await embedder.close();
const pictures = results.flatMap((result, index) =>
  result.ok ? [{ label: files[index]?.label ?? '', embedding: result.embedding }] : [],
);

console.log(
  `${embedder.model}: ${pictures.length} pictures, ${(elapsedMs / pictures.length).toFixed(1)} ms each`,
);
const yardstick = chancePrecision(pictures);
console.log(`chance               P@${neighbours} ${yardstick.toFixed(3)}`);
const weightings: Weights[] = [
  { looks: 1, colour: 0 },
  { looks: 0, colour: 1 },
  { looks: 1, colour: 0.3 },
];
for (const weights of weightings) {
  const value = measurePrecision(
    pictures,
    (a, b) => weights.looks * dotProduct(a.looks, b.looks) + weights.colour * dotProduct(a.colour, b.colour),
  );
  const name = `looks ${weights.looks} colour ${weights.colour}`.padEnd(21);
  console.log(`${name}P@${neighbours} ${value.toFixed(3)}  ${(value / yardstick).toFixed(1)} × chance`);
}
