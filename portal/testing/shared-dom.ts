import { builtinEnvironments, type Environment } from 'vitest/runtime';

const happyDom = builtinEnvironments['happy-dom'];

let ready: Promise<unknown> | undefined;

/**
 * One DOM for all files of a process, made for the first of them and never removed: modules that the files share
 * (React, the router) keep the document that they were loaded with.
 */
export default {
  name: 'shared-dom',
  viteEnvironment: 'client',
  setup: async (global: typeof globalThis, options: Record<string, unknown>) => {
    ready ??= Promise.resolve(happyDom.setup(global, options));
    await ready;
    return { teardown: () => undefined };
  },
} satisfies Environment;
