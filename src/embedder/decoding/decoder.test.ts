import { afterAll, describe, expect, it } from 'vitest';
import { decodePicture } from '../pictures/decode.ts';
import {
  bombPng,
  manyFrames,
  picture,
  polyglot,
  shirt,
  svgWithScript,
  webPage,
} from '../../../test/support/embedder/pictures.ts';
import { openDecoder } from './decoder.ts';

const jpeg = () => picture('#c02020', shirt).jpeg().toBuffer();
const decoder = openDecoder();
afterAll(() => decoder.close());

describe('decoding in a separate process', () => {
  it('gives the same pixels as decoding in this process', async () => {
    const bytes = await jpeg();
    expect(await decoder.decode(bytes, 64)).toEqual(await decodePicture(bytes, 64));
  });

  it('gives a reason for bad pictures and decodes the good ones beside them', async () => {
    const good = await jpeg();
    const pictures = [
      good,
      webPage,
      good,
      svgWithScript,
      bombPng(),
      good.subarray(0, 900),
      new Uint8Array(0),
      good,
    ];
    const results = await Promise.all(pictures.map((bytes) => decoder.decode(bytes, 32)));
    expect(results.map((result) => (result.ok ? 'ok' : result.reason))).toEqual([
      'ok',
      'a web page, not a picture',
      'ok',
      expect.stringContaining('SVG drawings are not accepted'),
      'more than 40 megapixels',
      'the picture is damaged or cut short',
      'the file is empty',
      'ok',
    ]);
  });

  it('decodes a picture with a script and a zip header after its end', async () => {
    const result = await decoder.decode(await polyglot(), 32);
    expect(result.ok).toBe(true);
  });

  it('decodes the first of ten thousand frames', async () => {
    const result = await decoder.decode(await manyFrames(), 16);
    expect(
      result.ok && [...result.pixels.data.subarray(0, 3)].map((value) => Math.round(value / 10)),
    ).toEqual([20, 3, 3]);
  });
});

describe('the worker pool of the decoder', () => {
  it('gives a reason when memory runs out and decodes the next picture in another process', async () => {
    const small = openDecoder({ memoryMb: 1, processes: 1 });
    expect(await small.decode(await jpeg(), 64)).toEqual({
      ok: false,
      reason: 'decoding it takes more memory than allowed',
    });
    await small.close();
    expect((await decoder.decode(await jpeg(), 64)).ok).toBe(true);
  });

  it('replaces a process after `recycleAfter` pictures', async () => {
    const young = openDecoder({ recycleAfter: 1, processes: 1 });
    const bytes = await jpeg();
    const results = await Promise.all([1, 2, 3].map(() => young.decode(bytes, 16)));
    expect(results.every(({ ok }) => ok)).toBe(true);
    await young.close();
  });
});
