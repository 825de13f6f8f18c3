import type { TSchema } from 'typebox';
import { compileBody } from './check-body.ts';

const pauseMs = 25;

/**
 * Compiles the schemas of bodies one after the other, with a pause after each in which requests are answered, so that the
 * first call of a route does not wait for it. Does not keep the process.
 */
export const prepareBodies = (
  schemas: readonly TSchema[],
  compile: (schema: TSchema) => unknown = compileBody,
): void => {
  const waiting = [...schemas];
  const prepareNext = (): void => {
    const schema = waiting.shift();
    if (schema === undefined) return;
    compile(schema);
    setTimeout(prepareNext, pauseMs).unref();
  };
  setTimeout(prepareNext, pauseMs).unref();
};
