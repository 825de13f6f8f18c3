import { endAt, tellingFiles } from './crash-cases.ts';
import { openSmallShop } from './small-shop.ts';

/* A process that imports a feed and ends itself at a named point. Usage: import-and-crash.ts <data folder> <point> */
const [dataDir = '', killPoint = ''] = process.argv.slice(2);
const pass = endAt(killPoint);
let isArmed = false;
const armed = (name: string): void => {
  if (isArmed) pass(name);
};
const shop = await openSmallShop(dataDir, { reachCrashPoint: armed, files: tellingFiles(armed) });
isArmed = true;
await shop.importNow();
await shop.close();
