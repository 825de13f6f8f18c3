import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTemporaryFolder, publish, withEngine } from '../../../test/support/engine/temporary-engine.ts';
import { diskFiles } from '../../files/files.ts';
import { createProduct, fields } from '../../../test/support/engine/catalogue-arbitraries.ts';
import { openChangeLog } from './changes/change-log.ts';

const dataset = 'shop';
const draft = { fields, language: 'en', model: 'm', plans: [] };
const products = [{ product: createProduct('p1', { price: 1, fields: { price: 1 } }), picture: null }];
const setPrice = { at: 1, kind: 'update', identifier: 'p1', set: { price: 7 } } as const;

const support = join(import.meta.dirname, '../../../test/support/engine');
/** A process in a PID namespace of its own sees other process ids, as in another container on the same volume. */
const inOwnNamespace = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const canUnshare = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;

const start = (script: string, args: readonly string[], prefix: readonly string[] = []) => {
  const [command = '', ...rest] = [...prefix, process.execPath, join(support, script), ...args];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  const closed = once(child, 'close');
  return {
    child,
    firstLine: () => Promise.race([once(child.stdout, 'data'), closed]),
    finish: async (): Promise<string[]> => {
      await closed;
      return output.trim().split('\n').filter(Boolean);
    },
  };
};

describe('two processes', () => {
  const cases: [string, readonly string[]][] = [
    ['in one PID namespace', []],
    ...(canUnshare ? ([['in two PID namespaces', inOwnNamespace]] as [string, readonly string[]][]) : []),
  ];
  it.runIf(!canUnshare)('cannot be tested in two PID namespaces here: unshare is not allowed', () => {
    expect(canUnshare).toBe(false);
  });

  it.each(cases)('%s never number two live changes alike, and lose none', (_, prefix) =>
    inTemporaryFolder(async (folder) => {
      const count = 150;
      const writers = [
        start('append-changes.ts', [folder, '1000', String(count)]),
        start('append-changes.ts', [folder, '5000', String(count)], prefix),
      ];
      const acknowledged = (await Promise.all(writers.map((writer) => writer.finish()))).flat().map(Number);
      const changes = await openChangeLog(diskFiles, folder).read();
      expect(changes.map(({ sequence }) => sequence)).toEqual(changes.map((_one, index) => index + 1));
      expect(changes.map(({ change }) => change.at).sort()).toEqual(acknowledged.sort());
      expect(acknowledged).toHaveLength(2 * count);
    }),
  );

  it.each(cases)('%s never publish at once; a holder that is killed frees the lock at once', (_, prefix) =>
    inTemporaryFolder((folder) =>
      withEngine({ folder }, async (engine) => {
        await publish(engine, dataset, draft, products);
        const holder = start('hold-locks.ts', [join(folder, dataset)], prefix);
        await holder.firstLine();
        await expect(engine.buildProducts(dataset, draft)).rejects.toMatchObject({ code: 'conflict' });
        holder.child.kill('SIGKILL');
        expect(await holder.finish()).toEqual(['3']);
        const { version } = await publish(engine, dataset, draft, products);
        await engine.change(dataset, [setPrice]);
        expect(engine.products(dataset)?.version).toBe(version);
        expect((await engine.product(dataset, 'p1'))?.price).toBe(7);
      }),
    ),
  );
});

describe('one process', () => {
  it('refuses a second builder until the first has ended, and does not free its lock', () =>
    inTemporaryFolder((folder) =>
      withEngine({ folder }, async (engine) => {
        const first = await engine.buildProducts(dataset, draft);
        await expect(engine.buildProducts(dataset, draft)).rejects.toMatchObject({ code: 'conflict' });
        await expect(engine.buildProducts(dataset, draft)).rejects.toMatchObject({ code: 'conflict' });
        await first.abandon();
        const second = await engine.buildProducts(dataset, draft);
        await second.finish();
      }),
    ));
});
