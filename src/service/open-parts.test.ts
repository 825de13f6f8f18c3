import { describe, expect, it } from 'vitest';
import { createOpenParts } from './open-parts.ts';

describe('parts that were opened', () => {
  it('are closed in the opposite order, each once', async () => {
    const closed: string[] = [];
    const parts = createOpenParts();
    parts.add(() => void closed.push('store'));
    parts.add(async () => {
      await Promise.resolve();
      closed.push('server');
    });
    await parts.close();
    await parts.close();
    expect(closed).toEqual(['server', 'store']);
  });

  it('are all closed when one of them fails, and the first failure is reported', async () => {
    const closed: string[] = [];
    const parts = createOpenParts();
    parts.add(() => void closed.push('store'));
    parts.add(() => Promise.reject(new Error('second')));
    parts.add(() => {
      throw new Error('first');
    });
    await expect(parts.close()).rejects.toThrow('first');
    expect(closed).toEqual(['store']);
  });
});
