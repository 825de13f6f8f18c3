import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { plainQuestion } from '../engine.ts';
import { inTemporaryFolder, withEngine } from './testing/temporary-engine.ts';

const publisher = join(import.meta.dirname, 'testing', 'publish-forever.ts');

/** Publishes in a process of its own, kills it at some moment after its first version; returns what it was told. */
const publishAndKill = async (folder: string, delayMs: number): Promise<string[]> => {
  const child = spawn(process.execPath, [publisher, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  let told = '';
  let complaint = '';
  child.stdout.on('data', (text: Buffer) => (told += text.toString()));
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed]);
  await sleep(delayMs);
  child.kill('SIGKILL');
  await closed;
  expect(complaint).toBe('');
  return told.trim().split('\n');
};

describe('a publisher that is killed with SIGKILL, ten times', () => {
  it('leaves the last version it was told is live, whole and answering, and nothing to repair', async () => {
    await inTemporaryFolder(async (folder) => {
      let killedInTheMiddle = 0;
      // Kills that all missed what they are for are no test: chance gets a few rounds more.
      for (let round = 0; round < 10 || (killedInTheMiddle === 0 && round < 40); round += 1) {
        const told = await publishAndKill(folder, Math.random() * 60);
        const last = told.at(-1)?.split(' ') ?? [];
        const left = await readdir(join(folder, 'shop'));
        if (left.some((name) => name.startsWith('.building-'))) killedInTheMiddle += 1;
        await withEngine({ folder }, async (engine) => {
          const reader = engine.products('shop');
          const versions = await engine.versions('shop');
          const live = versions.find((version) => version.live);
          // The kill may fall between the switch and its acknowledgement: then the one after is live.
          expect(live && live.version >= (last[0] ?? '')).toBe(true);
          expect(versions.find(({ version }) => version === last[0])?.checksum).toBe(last[1]);
          expect(reader?.version).toBe(live?.version);
          expect(await engine.verify('shop')).toEqual([]);
          const source = await reader?.source('p1');
          if (!reader || !source) throw new Error('no answer after the crash');
          const weights = { looks: 1, colour: 1 };
          const answer = await reader.search(plainQuestion({ kind: 'looks', source, weights }, 5));
          expect(answer.count).toBe(5);
          for (const { version } of versions)
            if (version !== live?.version) await engine.discard('shop', version);
        });
      }
      expect(killedInTheMiddle).toBeGreaterThan(0);
    });
  });
});
