import type { Program } from './program.ts';
import { attack } from './programs/attack.ts';
import { backup } from './programs/backup.ts';
import { corruption } from './programs/corruption.ts';
import { crash } from './programs/crash.ts';
import { diskFull } from './programs/disk-full.ts';
import { keys } from './programs/keys.ts';
import { overload, sustained } from './programs/load.ts';
import { soak, swap } from './programs/swap.ts';
import * as tests from './programs/tests.ts';

export const programs: readonly Program[] = [
  crash,
  diskFull,
  corruption,
  swap,
  backup,
  attack,
  keys,
  ...Object.values(tests),
  overload,
  sustained,
  soak,
];
