import { Type } from 'typebox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compileBody, prepareBodies } from './check-body.ts';

describe('schemas of bodies', () => {
  const schemas = [
    Type.Object({ one: Type.String() }),
    Type.Object({ two: Type.String({ format: 'email' }) }),
  ];

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('are compiled one at a time, and requests are answered in between', async () => {
    const compile = vi.fn(compileBody);
    prepareBodies(schemas, compile);
    expect(compile).toHaveBeenCalledTimes(0);
    await vi.advanceTimersToNextTimerAsync();
    expect(compile).toHaveBeenCalledTimes(1);
    await vi.runAllTimersAsync();
    expect(compile.mock.calls.map(([schema]) => schema)).toEqual(schemas);
  });

  it('are compiled once for the process', () => {
    const [schema = Type.Object({})] = schemas;
    expect(compileBody(schema)).toBe(compileBody(schema));
    expect(compileBody(Type.Object({ one: Type.String() }))).not.toBe(compileBody(schema));
  });
});
