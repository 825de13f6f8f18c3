import { describe, expect, it } from 'vitest';
import { findHostProblem } from './malformed-http.ts';

describe('findHostProblem', () => {
  it.each([
    [['Host', 'a'], '1.1', null],
    [['host', 'a', 'X', 'y'], '1.1', null],
    [['Host', 'a', 'HOST', 'b'], '1.1', 'The Host header is given more than once.'],
    [['X', 'host'], '1.1', 'The Host header is missing.'],
    [[], '1.0', null],
    [['Host', 'a', 'Host', 'a'], '1.0', 'The Host header is given more than once.'],
  ])('of %j over HTTP %s is %s', (rawHeaders, httpVersion, expected) => {
    expect(findHostProblem({ rawHeaders, httpVersion })).toBe(expected);
  });
});
