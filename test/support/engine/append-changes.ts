import { diskFiles } from '../../../src/files/files.ts';
import { Fault } from '../../../src/errors.ts';
import { openChangeLog } from '../../../src/engine/embedded/changes/change-log.ts';

/*
 * A process that appends changes to the log of a dataset and prints the `at` of each one that was acknowledged.
 * Usage: append-changes.ts <folder> <first at> <count>
 */

const [folder = '', first = '', count = ''] = process.argv.slice(2);
const log = openChangeLog(diskFiles, folder);

/** On a busy machine the other process may hold the lock for longer than an append waits: then nothing was written. */
const append = async (at: number): Promise<void> => {
  try {
    await log.append([{ at, kind: 'remove', identifier: `p${at}` }]);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'conflict') throw error;
    await append(at);
  }
};

for (let at = Number(first); at < Number(first) + Number(count); at += 1) {
  await append(at);
  process.stdout.write(`${at}\n`);
}
