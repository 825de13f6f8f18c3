import { describe, expect, it } from 'vitest';
import { Fault, faultTable, isAbortError } from './errors.ts';

describe('Fault', () => {
  it('keeps its cause, next step, issues and reason', () => {
    const cause = new Error('disk');
    const issues = [{ path: '$.a', message: 'is missing' }];
    const fault = new Fault('bad-input', 'Wrong.', {
      cause,
      issues,
      nextStep: 'Correct it.',
      reason: { reason: 'invalid' },
      retryAfterSeconds: 3,
    });
    expect(fault).toMatchObject({
      name: 'Fault',
      code: 'bad-input',
      message: 'Wrong.',
      cause,
      issues,
      nextStep: 'Correct it.',
      reason: { reason: 'invalid' },
      retryAfterSeconds: 3,
    });
  });

  it('has no cause and no issues unless given', () => {
    const fault = new Fault('internal', 'Broken.');
    expect(fault.issues).toEqual([]);
    expect('cause' in fault).toBe(false);
  });
});

describe('faultTable', () => {
  it('answers with an error status and exits with a code that is not success', () => {
    for (const { status, exit } of Object.values(faultTable)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(exit).toBeGreaterThan(0);
    }
  });
});

describe('isAbortError', () => {
  it('recognises what an aborted signal throws, and nothing else', () => {
    const controller = new AbortController();
    controller.abort();
    expect(isAbortError(controller.signal.reason)).toBe(true);
    expect(isAbortError(new Error('AbortError'))).toBe(false);
    expect(isAbortError('AbortError')).toBe(false);
  });
});
