import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDefaultEmbedder } from '../default-embedder.ts';
import type { Embedder } from '../embedder.ts';
import { picture, shirt, shoe } from '../pictures.fixture.ts';

/** Processes that this one started to embed in. */
const workers = (): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('embed-worker'))
    .map((line) => Number.parseInt(line, 10));

describe.skipIf(process.platform !== 'linux')('processes that embed', () => {
  let embedder: Embedder;
  let pictures: Uint8Array[];
  beforeAll(async () => {
    embedder = await openDefaultEmbedder({ processes: 2, idleMs: 600_000 });
    const drawn = [picture('#c81e1e', shirt), picture('#1e3cc8', shoe)];
    pictures = await Promise.all(drawn.map((drawing) => drawing.png().toBuffer()));
  });
  afterAll(() => embedder.close());

  it('work side by side, as many as were asked for', async () => {
    await embedder.embed([...pictures, ...pictures]);
    expect(workers()).toHaveLength(2);
  });

  it('that are killed in the middle lose no picture', async () => {
    const undisturbed = await embedder.embed(pictures);
    const many = Array.from({ length: 12 }, () => pictures).flat();
    const embedding = embedder.embed(many);
    // One after the other, while the pictures are being looked at.
    for (const worker of workers()) process.kill(worker, 'SIGKILL');
    const results = await embedding;
    expect(results).toHaveLength(many.length);
    for (const [place, result] of results.entries()) expect(result).toEqual(undisturbed[place % 2]);
  });

  it('give back their memory when there is nothing to do, and come back', async () => {
    const before = workers().length;
    const other = await openDefaultEmbedder({ processes: 1, idleMs: 50 });
    const first = await other.embed(pictures);
    await expect.poll(() => workers().length).toBe(before);
    expect(await other.embed(pictures)).toEqual(first);
    await other.close();
  });

  it('are gone when the embedder is closed', async () => {
    const other = await openDefaultEmbedder({ processes: 1 });
    const before = workers().length;
    await other.close();
    await expect.poll(() => workers().length).toBe(before - 1);
  });
});
