import { diskFiles } from '../../../src/files/files.ts';
import { openChangeLog } from '../../../src/engine/embedded/changes/change-log.ts';

/*
 * A process that appends changes to the log of a dataset and prints the `at` of each one that was acknowledged.
 * Usage: append-changes.ts <folder> <first at> <count>
 */

const [folder = '', first = '', count = ''] = process.argv.slice(2);
const log = openChangeLog(diskFiles, folder);
for (let at = Number(first); at < Number(first) + Number(count); at += 1) {
  await log.append([{ at, kind: 'remove', identifier: `p${at}` }]);
  process.stdout.write(`${at}\n`);
}
