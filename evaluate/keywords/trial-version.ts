import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boxDefaults } from '../../src/domain/box.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { Serve } from './systems.ts';

/** Serves keywords from a temporary version, to evaluate what a shop would answer with them. */
export const createTrialServer =
  (openEngine: (folder: string) => Promise<Engine>): Serve =>
  async (language, entries) => {
    const folder = await mkdtemp(join(tmpdir(), 'kindred-trial-'));
    const engine = await openEngine(folder);
    const dataset = 'trial';
    const { version } = await engine.buildKeywords(dataset, language, entries);
    await engine.makeLive(dataset, version);
    const { directions } = boxDefaults;
    return {
      suggest: async (pattern, size) =>
        (await engine.keywords(dataset)?.suggest({ pattern, size, directions }))?.suggestions ?? [],
      close: async () => {
        await engine.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  };
