import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { createLink, type Link } from './thread-link.ts';

type Calculator = {
  readonly double: (value: number) => number;
  readonly slowly: (value: string) => Promise<string>;
  readonly fail: (message: string) => never;
};

const channels: MessageChannel[] = [];
afterEach(() => {
  for (const { port1 } of channels.splice(0)) port1.close();
});

const openLink = (own: Parameters<typeof createLink>[1]): Link<Calculator> => {
  const channel = new MessageChannel();
  channels.push(channel);
  createLink(channel.port2, own);
  return createLink<Calculator>(channel.port1, {});
};

const calculator: Calculator = {
  double: (value) => value * 2,
  slowly: async (value) => {
    await new Promise((resolve) => setImmediate(resolve));
    return value;
  },
  fail: (message) => {
    throw new Error(message);
  },
};

describe('a link between threads', () => {
  it('returns what a function of the other side returns, or promises', async () => {
    const link = openLink(calculator);
    expect(await link.call('double', 21)).toBe(42);
    expect(await link.call('slowly', 'a')).toBe('a');
  });

  it('does not mix up calls that are open at the same time', async () => {
    const link = openLink(calculator);
    const [slow, ...quick] = await Promise.all([
      link.call('slowly', 'slow'),
      ...[1, 2, 3, 4].map((value) => link.call('double', value)),
    ]);
    expect([slow, ...quick]).toEqual(['slow', 2, 4, 6, 8]);
  });

  it('rejects with the error of the other side', async () => {
    await expect(openLink(calculator).call('fail', 'no space left')).rejects.toThrow('no space left');
  });

  it('rejects where there is no such function', async () => {
    await expect(openLink({}).call('double', 1)).rejects.toThrow('no function double');
  });

  it('shares memory that is sent', async () => {
    const link = openLink({ double: (memory: SharedArrayBuffer) => new Uint8Array(memory).fill(7).length });
    const memory = new SharedArrayBuffer(4);
    await link.call('double', memory as never);
    expect([...new Uint8Array(memory)]).toEqual([7, 7, 7, 7]);
  });

  it('rejects open and later calls once it is closed', async () => {
    const never = openLink({ double: () => new Promise(() => undefined) });
    const open = never.call('double', 1);
    never.close(new Error('the thread has ended'));
    await expect(open).rejects.toThrow('the thread has ended');
    await expect(never.call('double', 2)).rejects.toThrow('the thread has ended');
  });

  it('ignores an answer that comes after it was closed', async () => {
    const channel = new MessageChannel();
    channels.push(channel);
    const link = createLink<Calculator>(channel.port1, {});
    const open = link.call('double', 1);
    const [message] = (await once(channel.port2, 'message')) as [{ id: number }];
    link.close(new Error('closed'));
    channel.port2.postMessage({ kind: 'result', id: message.id, value: 2 });
    await expect(open).rejects.toThrow('closed');
  });
});
