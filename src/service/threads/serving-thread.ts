import { enableCompileCache } from 'node:module';

/* The program of a serving thread. */

// Before any other import, as in main.ts.
enableCompileCache();
const { runServingThread } = await import('./run-serving-thread.ts');
await runServingThread();
