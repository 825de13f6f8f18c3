import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readModelFile } from './model-file.ts';

describe('a model file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-model-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const weights = Buffer.from('weights');
  const sha256 = createHash('sha256').update(weights).digest('hex');
  const description = {
    name: 'tiny',
    file: 'tiny.onnx',
    sha256,
    input: { name: 'in', layout: 'NCHW', channels: 'RGB', size: 8, scale: 1, offset: 0 },
    output: { name: 'out', dimensions: 4 },
  };
  const write = (changes: object, bytes: Uint8Array | null = weights) => {
    rmSync(join(folder, 'tiny.onnx'), { force: true });
    writeFileSync(join(folder, 'model.json'), JSON.stringify({ ...description, ...changes }));
    if (bytes !== null) writeFileSync(join(folder, 'tiny.onnx'), bytes);
  };

  it('is read with its description', async () => {
    write({});
    expect(await readModelFile(folder)).toEqual({ description, weights });
  });

  it.each<[string, object, Uint8Array | null, string]>([
    ['weights are missing', {}, null, 'unavailable'],
    ['weights are damaged', {}, Buffer.from('weightz'), 'corrupted'],
    ['the checksum is none', { sha256: 'x' }, weights, 'corrupted'],
    ['the layout is another', { input: { ...description.input, layout: 'NHWC' } }, weights, 'corrupted'],
    ['the size is none', { input: { ...description.input, size: 0 } }, weights, 'corrupted'],
  ])('is refused when %s', async (_, changes, bytes, code) => {
    write(changes, bytes);
    await expect(readModelFile(folder)).rejects.toMatchObject({ code });
  });

  it('is refused when there is no description, or one that is no JSON', async () => {
    await expect(readModelFile(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'unavailable' });
    writeFileSync(join(folder, 'model.json'), '{');
    await expect(readModelFile(folder)).rejects.toMatchObject({ code: 'corrupted' });
  });
});
