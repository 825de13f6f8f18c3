import { afterEach, beforeEach, describe } from 'vitest';
import { describeKeywords } from './contract/keywords.ts';
import { describeLiveChanges } from './contract/live-changes.ts';
import { describeLookAlikes } from './contract/look-alikes.ts';
import { describeQueryExpansion } from './contract/query-expansion.ts';
import { describeRecords } from './contract/records.ts';
import { describeVersions } from './contract/versions.ts';
import { describeTextSearch } from './contract/text-search.ts';
import type { Engine } from './engine.ts';

export type OpenedEngine = { readonly engine: Engine; dispose(): Promise<void> };

/** Tests the guarantees of engine.ts. Every engine runs this suite. */
export const describeEngine = (name: string, openEngine: () => Promise<OpenedEngine>): void => {
  describe(`${name} fulfils the engine contract`, () => {
    let opened: OpenedEngine;
    beforeEach(async () => {
      opened = await openEngine();
    });
    afterEach(() => opened.dispose());
    const engine = () => opened.engine;

    describeVersions(engine);
    describeRecords(engine);
    describeLookAlikes(engine);
    describeLiveChanges(engine);
    describeTextSearch(engine);
    describeQueryExpansion(engine);
    describeKeywords(engine);
  });
};
