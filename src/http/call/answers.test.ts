import { describe, expect, it } from 'vitest';
import { Fault, type FaultCode, faultTable } from '../../errors.ts';
import * as answers from './answers.ts';
import { urlPath, urlQuery } from './call.ts';
import { faultAnswer } from '../operation/edge.ts';
import { CallerClosed } from '../admission/run-in-slot.ts';

const text = ({ body }: { body: Buffer }) => body.toString();

describe('answers of the gateway', () => {
  it('have exactly these bodies', () => {
    expect(text(answers.notFound())).toBe('{ "statusCode": 404, "message": "Resource not found" }');
    expect(text(answers.overRate(7))).toBe(
      '{ "statusCode": 429, "message": "Rate limit is exceeded. Try again in 7 seconds." }',
    );
    expect(answers.methodNotAllowed('GET').headers['allow']).toBe('GET');
  });

  it.each([
    [0, '00:00:00'],
    [59, '00:00:59'],
    [3_661, '01:01:01'],
    [90_000, '25:00:00'],
    [360_000, '100:00:00'],
  ])('write %i seconds of quota as %s', (seconds, clock) => {
    expect(text(answers.overQuota(seconds))).toContain(`replenished in ${clock}.`);
    expect(answers.overQuota(seconds).headers['retry-after']).toBe(String(seconds));
  });

  it('are never cached', () => {
    const all = [
      answers.notFound(),
      answers.missingKey('r'),
      answers.invalidKey('r'),
      answers.overRate(1),
      answers.overQuota(1),
      answers.internalError('id'),
      answers.unavailable('x', 1),
      answers.callerClosed(),
    ];
    for (const { headers } of all) expect(headers['cache-control']).toBe('no-store');
  });
});

describe('faultAnswer', () => {
  const codes = Object.keys(faultTable) as FaultCode[];
  it.each(codes)('of %s tells the text only where the caller can act on it', (code) => {
    const answer = faultAnswer(new Fault(code, 'The message.', { nextStep: 'The next step.' }), 'id-7');
    const { status } = faultTable[code];
    if ([400, 404, 503].includes(status)) {
      expect([answer.status, JSON.parse(text(answer))]).toEqual([status, 'The message. The next step.']);
    } else {
      expect(answer.status).toBe(500);
      expect(text(answer)).not.toContain('The message');
      expect(text(answer)).toContain('id-7');
    }
    expect(answer.headers['retry-after']).toBe(status === 503 ? '1' : undefined);
  });

  it('of anything else is a 500 without its text, and of a caller that left a 499', () => {
    expect(text(faultAnswer(new TypeError('inside'), 'id'))).not.toContain('inside');
    expect(faultAnswer(new CallerClosed(), 'id').status).toBe(499);
  });
});

describe('the address of a call', () => {
  it.each([
    ['/a/b?c=d', '/a/b', 'c=d'],
    ['/a', '/a', ''],
    ['/a?', '/a', ''],
    ['/a?b#c', '/a', 'b'],
    ['/a#b?c', '/a', 'c'],
    ['http://host:80/a?b', '/a', 'b'],
    ['HTTPS://host/a', '/a', ''],
    ['*', '*', ''],
  ])('%s', (url, path, query) => {
    expect([urlPath(url), urlQuery(url)]).toEqual([path, query]);
  });
});
