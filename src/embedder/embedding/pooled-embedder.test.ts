import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDefaultEmbedder } from '../open/open-model.ts';
import type { Embedder } from '../embedder.ts';
import { picture, shirt, shoe } from '../../../test/support/embedder/pictures.ts';

/** Embedding processes that this process started. */
const workers = (): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('embed-worker'))
    .map((line) => Number.parseInt(line, 10));

describe.skipIf(process.platform !== 'linux')('the worker pool of the embedder', () => {
  let embedder: Embedder;
  let pictures: Uint8Array[];
  beforeAll(async () => {
    embedder = await openDefaultEmbedder({ processes: 2, idleMs: 600_000 });
    const drawn = [picture('#c81e1e', shirt), picture('#1e3cc8', shoe)];
    pictures = await Promise.all(drawn.map((drawing) => drawing.png().toBuffer()));
  });
  afterAll(() => embedder.close());

  it('starts as many processes as requested', async () => {
    await embedder.embed([...pictures, ...pictures]);
    expect(workers()).toHaveLength(2);
  });

  it('loses no picture when its processes are killed', async () => {
    const undisturbed = await embedder.embed(pictures);
    const many = Array.from({ length: 12 }, () => pictures).flat();
    const embedding = embedder.embed(many);
    // One after the other, while pictures are being embedded.
    for (const worker of workers()) process.kill(worker, 'SIGKILL');
    const results = await embedding;
    expect(results).toHaveLength(many.length);
    for (const [place, result] of results.entries()) expect(result).toEqual(undisturbed[place % 2]);
  });

  it('ends idle processes and starts new ones when needed', async () => {
    const before = workers().length;
    const other = await openDefaultEmbedder({ processes: 1, idleMs: 50 });
    const first = await other.embed(pictures);
    await expect.poll(() => workers().length).toBe(before);
    expect(await other.embed(pictures)).toEqual(first);
    await other.close();
  });

  it('ends its processes when the embedder is closed', async () => {
    const other = await openDefaultEmbedder({ processes: 1 });
    const before = workers().length;
    await other.close();
    await expect.poll(() => workers().length).toBe(before - 1);
  });
});
