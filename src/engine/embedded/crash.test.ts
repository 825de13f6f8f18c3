import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createQuery } from '../engine.ts';
import { inTemporaryFolder, withEngine } from '../../../test/support/engine/temporary-engine.ts';

const publisher = join(import.meta.dirname, '../../../test/support/engine/publish-forever.ts');

/** Publishes in a child process and kills it some time after its first version; returns the lines it printed. */
const publishAndKill = async (folder: string, delayMs: number): Promise<string[]> => {
  const child = spawn(process.execPath, [publisher, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed]);
  await sleep(delayMs);
  child.kill('SIGKILL');
  await closed;
  expect(errors).toBe('');
  return output.trim().split('\n');
};

describe('a publisher killed with SIGKILL, ten times', () => {
  it('leaves the last acknowledged version live, undamaged and answering', async () => {
    await inTemporaryFolder(async (folder) => {
      let killedInTheMiddle = 0;
      // At least one kill must hit a build in progress: try some more rounds if none did.
      for (let round = 0; round < 10 || (killedInTheMiddle === 0 && round < 40); round += 1) {
        const lines = await publishAndKill(folder, Math.random() * 60);
        const last = lines.at(-1)?.split(' ') ?? [];
        const names = await readdir(join(folder, 'shop'));
        if (names.some((name) => name.startsWith('.building-'))) killedInTheMiddle += 1;
        await withEngine({ folder }, async (engine) => {
          const reader = engine.products('shop');
          const versions = await engine.versions('shop');
          const live = versions.find((version) => version.live);
          // The kill may come between the switch and the printed line: then the next version is live.
          expect(live && live.version >= (last[0] ?? '')).toBe(true);
          expect(versions.find(({ version }) => version === last[0])?.checksum).toBe(last[1]);
          expect(reader?.version).toBe(live?.version);
          expect(await engine.verify('shop')).toEqual([]);
          const source = await reader?.source('p1');
          if (!reader || !source) throw new Error('no answer after the crash');
          const weights = { looks: 1, colour: 1 };
          const answer = await reader.search(createQuery({ kind: 'looks', source, weights }, 5));
          expect(answer.count).toBe(5);
          for (const { version } of versions)
            if (version !== live?.version) await engine.discard('shop', version);
        });
      }
      expect(killedInTheMiddle).toBeGreaterThan(0);
    });
  });
});
