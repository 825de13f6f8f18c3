import type { Logger } from 'pino';
import { describe, expect, it } from 'vitest';
import type { CompletedCall } from '../operation/edge.ts';
import { createCallLog, createLogger, createRefusalLog } from './log.ts';

const open = (level: string): { lines: Record<string, unknown>[]; logger: Logger } => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { lines, logger: createLogger(level, { write }) };
};

const completed = (status: number, url: string, cause?: unknown): CompletedCall => ({
  call: {
    method: 'GET',
    url,
    headers: {},
    scheme: 'http',
    requestId: 'r1',
    address: '127.0.0.1',
    isClosed: () => true,
    whenClosed: () => undefined,
  },
  operation: 'imageSearch',
  requestId: 'r1',
  status,
  elapsedMs: 1.23456,
  websiteId: 1,
  querySummary: null,
  cause,
});

describe('the call log', () => {
  it.each([
    [200, 20],
    [304, 20],
    [400, 30],
    [499, 30],
    [500, 50],
    [503, 40],
  ])('logs a %i at level %i', (status, level) => {
    const { lines, logger } = open('trace');
    createCallLog(logger)(completed(status, '/search/imagesearch'));
    expect(lines.map((line) => [line['level'], line['status'], line['elapsedMs']])).toEqual([
      [level, status, 1.235],
    ]);
  });

  it('writes known parameters only, each cut to 200 characters', () => {
    const { lines, logger } = open('debug');
    const url = `/search/imagesearch?btr=b&Identifier=p1&subscription-key=secret&token=secret&filter=${'x'.repeat(500)}`;
    createCallLog(logger)(completed(200, url));
    expect(lines[0]?.['parameters']).toEqual({ btr: 'b', identifier: 'p1', filter: 'x'.repeat(200) });
    expect(lines[0]?.['path']).toBe('/search/imagesearch');
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('writes the cause of a 5xx, and not of other statuses', () => {
    const { lines, logger } = open('debug');
    createCallLog(logger)(completed(500, '/', new Error('broken inside')));
    createCallLog(logger)(completed(400, '/', new Error('broken inside')));
    expect(lines.map((line) => 'err' in line)).toEqual([true, false]);
  });

  it.each([429, 503])('writes calls that got %i once a second, with how many there were', (refused) => {
    const { lines, logger } = open('info');
    let nowMs = 0;
    const log = createCallLog(logger, () => nowMs);
    for (let each = 0; each < 50; each += 1) log(completed(refused, '/search/imagesearch'));
    log(completed(400, '/search/imagesearch'));
    nowMs = 1_000;
    log(completed(refused, '/search/imagesearch'));
    expect(lines.map(({ status, times }) => [status, times])).toEqual([
      [refused, 1],
      [400, undefined],
      [refused, 50],
    ]);
  });

  it('writes nothing below its level', () => {
    const { lines, logger } = open('info');
    createCallLog(logger)(completed(200, '/'));
    expect(lines).toEqual([]);
  });
});

describe('createLogger', () => {
  it('hides keys, tokens, passwords and cookies, wherever they are usual', () => {
    const { lines, logger } = open('info');
    const headers = { 'ocp-apim-subscription-key': 'S3CRET', authorization: 'S3CRET', cookie: 'S3CRET' };
    logger.info({ headers, key: 'S3CRET', password: 'S3CRET', request: { headers, token: 'S3CRET' } }, 'x');
    expect(JSON.stringify(lines)).not.toContain('S3CRET');
    expect(JSON.stringify(lines)).toContain('[redacted]');
  });
});

describe('the refusal log', () => {
  it('writes each reason at most once a second, with how often it happened', () => {
    const { lines, logger } = open('info');
    let nowMs = 0;
    const refuse = createRefusalLog(logger, () => nowMs);
    for (let each = 0; each < 5; each += 1) refuse('queue-full');
    refuse('deadline');
    nowMs = 999;
    refuse('queue-full');
    nowMs = 1_000;
    refuse('queue-full');
    expect(lines.map(({ reason, times }) => [reason, times])).toEqual([
      ['queue-full', 1],
      ['deadline', 1],
      ['queue-full', 6],
    ]);
  });
});
