import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stopOnUncaughtErrors } from './uncaught-errors.ts';

const createProcess = () => {
  const exits: number[] = [];
  const emitter = new EventEmitter();
  return Object.assign(emitter, {
    exitCode: undefined,
    exits,
    exit: (code: number) => void exits.push(code),
  });
};

const createLog = () => {
  const lines: string[] = [];
  return { lines, fatal: (_: object, message?: string) => void lines.push(message ?? '') };
};

describe('an error that nobody handled', () => {
  it.each(['uncaughtException', 'unhandledRejection'] as const)(
    '%s stops the service, then exits with 1',
    async (event) => {
      const process = createProcess();
      const logger = createLog();
      const stopped = Promise.withResolvers<void>();
      let stops = 0;
      stopOnUncaughtErrors({
        process,
        logger,
        stop: () => {
          stops += 1;
          return stopped.promise;
        },
      });
      process.emit('uncaughtException', new Error('unforeseen'), event);
      process.emit('uncaughtException', new Error('another, while stopping'), event);
      expect([stops, process.exitCode, process.exits]).toEqual([1, 1, []]);
      expect(logger.lines).toHaveLength(2);
      stopped.resolve();
      await expect.poll(() => process.exits).toEqual([1]);
    },
  );

  it('exits with 1 also when the service cannot stop, or does not in time', async () => {
    const failing = createProcess();
    const logger = createLog();
    stopOnUncaughtErrors({ process: failing, logger, stop: () => Promise.reject(new Error('no')) });
    failing.emit('uncaughtException', new Error('unforeseen'));
    await expect.poll(() => failing.exits).toEqual([1]);
    expect(logger.lines).toContain('the service did not stop cleanly');
    const hanging = createProcess();
    const never = new Promise<void>(() => undefined);
    stopOnUncaughtErrors({ process: hanging, logger, stop: () => never, deadlineMs: 20 });
    hanging.emit('uncaughtException', new Error('unforeseen'));
    await expect.poll(() => hanging.exits).toEqual([1]);
  });

  it('is not handled any more after the handlers were removed', () => {
    const process = createProcess();
    stopOnUncaughtErrors({ process, logger: createLog(), stop: () => Promise.resolve() })();
    expect(process.listenerCount('uncaughtException')).toBe(0);
  });

  it('lets a real process finish its open call before it ends', async () => {
    const file = JSON.stringify(join(import.meta.dirname, 'uncaught-errors.ts'));
    const script = `
      import { createServer } from 'node:http';
      import { stopOnUncaughtErrors } from ${file};
      const server = createServer((request, response) => {
        setTimeout(() => response.end('answered'), 100);
        Promise.reject(new Error('unforeseen'));
      });
      const stop = () => new Promise((resolve) => server.close(() => resolve()));
      stopOnUncaughtErrors({ process, logger: { fatal: (_, text) => console.error(text) }, stop });
      server.listen(0, '127.0.0.1', () => console.log(server.address().port));
    `;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    const exited = once(child, 'exit');
    const response = await fetch(`http://127.0.0.1:${port.toString().trim()}/`);
    expect(await response.text()).toBe('answered');
    expect((await exited)[0]).toBe(1);
  });
});
