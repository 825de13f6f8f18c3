import { subscribe } from 'node:diagnostics_channel';
import { flushCompileCache } from 'node:module';
import { crashChannel } from '../../src/ingest/crash-points.ts';
import { killAt, instrumentFiles } from './crash-cases.ts';
import { openSmallShop } from './small-shop.ts';

/*
 * A process that imports a feed and kills itself at a crash point. Usage: import-and-crash.ts <data folder>
 * <case>
 */
const [dataDir = '', killPoint = ''] = process.argv.slice(2);
const pass = killAt(killPoint);
let isArmed = false;
const armed = (name: string): void => {
  if (isArmed) pass(name);
};
subscribe(crashChannel, (name) => armed(String(name)));
const shop = await openSmallShop(dataDir, { files: instrumentFiles(armed) });
// A process that is killed leaves nothing for the next one.
flushCompileCache();
isArmed = true;
await shop.importNow();
await shop.close();
