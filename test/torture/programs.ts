import type { Program } from './program.ts';
import { attack } from './programs/attack.ts';
import { backup } from './programs/backup.ts';
import { cluster } from './programs/cluster/cluster.ts';
import { corruption } from './programs/corruption.ts';
import { crash } from './programs/crash.ts';
import { diskFull } from './programs/disk-full.ts';
import { health } from './programs/health/health.ts';
import { keys } from './programs/keys.ts';
import { overload, sustained } from './programs/load.ts';
import { safety } from './programs/safety.ts';
import { soak, swap } from './programs/swap.ts';
import * as tests from './programs/tests.ts';

export const programs: readonly Program[] = [
  crash,
  diskFull,
  corruption,
  swap,
  backup,
  cluster,
  attack,
  keys,
  safety,
  ...Object.values(tests),
  health,
  overload,
  sustained,
  soak,
];
