import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEventLog } from './event-log.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-events-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A script that appends events for ever, 20 at a time, and prints those that are acknowledged. */
const createWriterScript = (logFolder: string): string => `
  import { openEventLog } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'event-log.ts')).href)};
  const log = openEventLog({ folder: ${JSON.stringify(logFolder)}, website: 'w', now: () => Date.now() });
  for (let round = 0; ; round++)
    await Promise.all(Array.from({ length: 20 }, async (_, n) => {
      const query = 'q' + round + '-' + n;
      await log.append([{ id: null, event: { kind: 'search', shopper: 's', at: Date.now(), query } }]);
      process.stdout.write(query + '\\n');
    }));`;

it('kill -9 loses no acknowledged event', async () => {
  for (const enough of [50, 400]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', createWriterScript(folder)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for await (const chunk of child.stdout) {
      output += String(chunk);
      if (output.split('\n').length > enough) break;
    }
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const acknowledged = output.split('\n').slice(0, -1);
    const read = new Set<string>();
    for await (const { query } of openEventLog({ folder, website: 'w', now: () => Date.now() }).read())
      read.add(query ?? '');
    expect(acknowledged.filter((query) => !read.has(query))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(enough);
  }
});
