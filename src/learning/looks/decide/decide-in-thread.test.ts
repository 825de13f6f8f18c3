import { describe, expect, it } from 'vitest';
import { decideLooks } from './decide.ts';
import { decideInThread } from './decide-in-thread.ts';
import { createRandom } from './measure.ts';
import type { Sample } from '../train/sample.ts';
import { packFeatures } from '../train/train-map.ts';

/** `pictures` of 5 kinds in `size` numbers, of which the first two tell the kind. */
const createSample = (pictures: number, size: number): Sample => {
  const random = createRandom(3);
  const drawLooks = (kind: number): Float32Array => {
    const noise = Array.from({ length: size - 2 }, () => (random() - 0.5) / 4);
    const row = [Math.cos(kind), Math.sin(kind), ...noise];
    return Float32Array.from(row, (value) => value / Math.hypot(...row));
  };
  return {
    items: Array.from({ length: pictures }, (_, at) => ({ family: `f${at}`, label: `kind ${at % 5}` })),
    looks: packFeatures(Array.from({ length: pictures }, (_, at) => drawLooks(at % 5))),
    colour: packFeatures(Array.from({ length: pictures }, () => Float32Array.of(1))),
    words: null,
  };
};

const { signal } = new AbortController();

describe('deciding in a thread', () => {
  const large = createSample(260, 800);

  it('gives the decision that deciding here gives, every time, while other work goes on', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const [one, other] = [await decideInThread(large, signal), await decideInThread(large, signal)];
    clearInterval(timer);
    expect(one).toEqual(decideLooks(large));
    expect(other).toEqual(one);
    expect(turns).toBeGreaterThan(1);
  });

  it('ends at once when the import is cancelled', async () => {
    const cancelled = new AbortController();
    const deciding = decideInThread(large, cancelled.signal);
    cancelled.abort(new Error('cancelled'));
    await expect(deciding).rejects.toThrow('cancelled');
    await expect(decideInThread(large, cancelled.signal)).rejects.toThrow('cancelled');
  });

  it('decides few pictures here', async () => {
    const small = createSample(60, 4);
    expect(await decideInThread(small, signal)).toEqual(decideLooks(small));
  });

  it('passes on what goes wrong in the thread', async () => {
    const broken = { ...large, colour: null } as unknown as Sample;
    await expect(decideInThread(broken, signal)).rejects.toThrow();
  });
});
