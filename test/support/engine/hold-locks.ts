import { tryDatasetLock } from '../../../src/engine/embedded/storage/dataset-lock.ts';

/* A process that takes all locks of a dataset, prints a line, and holds them until it is killed. */

const [folder = ''] = process.argv.slice(2);
const locks = (['publishing', 'switching', 'changing'] as const).map((name) => tryDatasetLock(folder, name));
process.stdout.write(`${locks.filter((lock) => lock !== null).length}\n`);
setInterval(() => locks.length, 60_000);
