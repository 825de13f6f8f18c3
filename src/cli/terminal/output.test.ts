import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../errors.ts';
import { createOutput, reportError, type Streams } from './output.ts';

const openStreams = () => {
  const written = { out: '', err: '' };
  const collect = (name: 'out' | 'err'): NodeJS.WriteStream => {
    const stream = new PassThrough();
    stream.on('data', (chunk: Buffer) => {
      written[name] += chunk.toString();
    });
    return stream as unknown as NodeJS.WriteStream;
  };
  const streams: Streams = { out: collect('out'), err: collect('err') };
  return { streams, written };
};

describe('result of a command', () => {
  it('is text for people and one JSON document with --json', () => {
    const [text, json] = [openStreams(), openStreams()];
    createOutput(text.streams, false).result({ count: 1 }, 'one thing');
    createOutput(json.streams, true).result({ count: 1 }, 'one thing');
    expect(text.written.out).toBe('one thing\n');
    expect(JSON.parse(json.written.out)).toEqual({ count: 1 });
  });

  it('reports progress on stderr only, as lines where no terminal is', () => {
    const { streams, written } = openStreams();
    const { progress } = createOutput(streams, true);
    progress('Reading rows', 5, 10);
    progress('Reading rows', 6, 10);
    progress('Reading rows', 10, 10);
    progress('Embedding pictures', 0, null);
    progress('Embedding pictures', 3, null);
    progress.stop();
    expect(written.out).toBe('');
    expect(written.err.split('\n').filter(Boolean)).toEqual([
      'Reading rows: 5 of 10',
      'Reading rows: 10 of 10',
    ]);
  });
});

describe('error of a command', () => {
  it.each([
    ['not-found', 3],
    ['bad-input', 2],
    ['conflict', 5],
    ['corrupted', 8],
  ] as const)('%s ends with exit code %d, its message and the next step', (code, exit) => {
    const { streams, written } = openStreams();
    const fault = new Fault(code, 'It is so.', { nextStep: 'Do that.' });
    expect(reportError(streams, false, fault)).toBe(exit);
    expect(written).toEqual({ out: '', err: 'Error: It is so.\nNext: Do that.\n' });
  });

  it('is one JSON document on stdout with --json', () => {
    const { streams, written } = openStreams();
    expect(reportError(streams, true, new Fault('not-found', 'It is not there.'))).toBe(3);
    expect(JSON.parse(written.out)).toEqual({
      error: { code: 'not-found', message: 'It is not there.', nextStep: null },
    });
    expect(written.err).toBe('');
  });

  it('ends with 130 when the command was stopped by a signal', () => {
    const { streams, written } = openStreams();
    expect(reportError(streams, false, new DOMException('Stopped by a signal.', 'AbortError'))).toBe(130);
    expect(written.err).toContain('The live version was not changed.');
  });

  it('shows an unforeseen error with its stack, and values that are no errors', () => {
    const { streams, written } = openStreams();
    expect(reportError(streams, false, new TypeError('unforeseen'))).toBe(1);
    expect(written.err).toMatch(/TypeError: unforeseen\n\s+at /);
    expect(reportError(streams, true, 'thrown text')).toBe(1);
    expect(written.out).toContain('thrown text');
  });
});
