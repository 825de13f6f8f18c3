import { cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbeddedEngine } from '../../../src/engine/embedded/embedded.ts';
import { pick, type Context, type Outcome, type Program } from '../program.ts';
import { publishProducts } from '../support/shops.ts';

const dataset = '0f0f0f0f-0000-4000-8000-000000000001';

const damages = ['flip', 'truncate', 'swap', 'delete', 'zero'] as const;

const damageFile = async (
  file: string,
  other: string,
  kind: (typeof damages)[number],
  random: () => number,
): Promise<boolean> => {
  const { size } = await stat(file);
  if (kind === 'delete') await rm(file);
  else if (size === 0) return false;
  else if (kind === 'truncate') await truncate(file, Math.floor(random() * size));
  else if (kind === 'swap') {
    const [a, b] = [await readFile(file), await readFile(other)];
    if (a.equals(b)) return false;
    await writeFile(file, b);
  } else {
    const bytes = await readFile(file);
    const at = Math.floor(random() * size);
    if (kind === 'flip') bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    else if (bytes[at] === 0) return false;
    else bytes[at] = 0;
    await writeFile(file, bytes);
  }
  return true;
};

/** Damages one file of the newer of two versions, and opens the engine on what is left. */
const tryDamage = async (
  context: Context,
  newest: string,
  previous: string,
): Promise<{ failure: string | null } | 'harmless'> => {
  const { folder, random } = context;
  const copy = join(folder, 'copy');
  await rm(copy, { recursive: true, force: true });
  await cp(join(folder, 'versions'), copy, { recursive: true });
  const files = (await readdir(join(copy, dataset, newest), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const [file, other, kind] = [pick(random, files), pick(random, files), pick(random, damages)];
  if (!(await damageFile(file, other, kind, random))) return 'harmless';
  const what = `${kind} of ${file.slice(copy.length + dataset.length + 2)}`;
  const engine = await openEmbeddedEngine({ folder: copy, pollMs: 3_600_000 });
  try {
    const problems = engine.problems();
    const found = problems.length > 0 || (await engine.verify(dataset)).length > 0;
    if (!found) return { failure: `${what}: not found` };
    const served = engine.products(dataset)?.version;
    return { failure: served === newest || served === previous ? null : `${what}: serves ${String(served)}` };
  } finally {
    await engine.close();
  }
};

const run = async (context: Context): Promise<Outcome> => {
  const engine = await openEmbeddedEngine({ folder: join(context.folder, 'versions'), pollMs: 3_600_000 });
  const previous = await publishProducts(engine, dataset, 50);
  const newest = await publishProducts(engine, dataset, 50, 1);
  await engine.close();
  const cases = context.times(1000, 20);
  const failures: string[] = [];
  let done = 0;
  while (done < cases) {
    const tried = await tryDamage(context, newest, previous);
    if (tried === 'harmless') continue;
    done += 1;
    if (tried.failure !== null) failures.push(tried.failure);
  }
  return {
    figure: `${cases - failures.length} of ${cases} damages found, and a good version served`,
    failures,
  };
};

export const corruption: Program = {
  name: 'corruption',
  promise: 'flips, cuts, swaps, zeros and deletions of files are found, and the last good version answers',
  inSmoke: true,
  run,
};
