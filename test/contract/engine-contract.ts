import { afterEach, beforeEach, describe, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { limits } from '../limits.ts';
import { describeFacetCounts } from './facet-counts.ts';
import { describeKeywords } from './keywords.ts';
import { describeLiveChanges } from './live-changes.ts';
import { describeLookAlikes } from './look-alikes.ts';
import { describeOtherColours } from './other-colours.ts';
import { describeQueryExpansion } from './query-expansion.ts';
import { describeRecords } from './records.ts';
import { collectCases, type ContractCase } from './suite.ts';
import { describeTextSearch } from './text-search.ts';
import { describeTitleWords } from './title-words.ts';
import { describeVersions } from './versions.ts';

export type OpenedEngine = { readonly engine: Engine; dispose(): Promise<void> };

export type ContractOptions = {
  /** How far a score may be from the expected one: 0 for an engine that computes exactly. Left out: 0. */
  readonly tolerance?: number;
  /** Cases that do not apply to the engine, by full name. Each is reported as skipped, with its reason. */
  readonly skip?: readonly { readonly case: string; readonly reason: string }[];
};

/** Every case of the contract. */
export const listContractCases = (tolerance = 0): ContractCase[] =>
  collectCases(
    [
      describeVersions,
      describeRecords,
      describeLookAlikes,
      describeFacetCounts,
      describeTitleWords,
      describeOtherColours,
      describeLiveChanges,
      describeTextSearch,
      describeQueryExpansion,
      describeKeywords,
    ],
    tolerance,
  );

/** Tests the guarantees of engine.ts. Every engine runs this suite. */
export const describeEngine = (
  name: string,
  openEngine: () => Promise<OpenedEngine>,
  { tolerance = 0, skip = [] }: ContractOptions = {},
): void => {
  const cases = listContractCases(tolerance);
  const unknown = skip.find((each) => !cases.some((known) => known.name === each.case));
  if (unknown) throw new Error(`The contract has no case "${unknown.case}".`);
  describe(`${name} fulfils the engine contract`, () => {
    let opened: OpenedEngine;
    beforeEach(async () => {
      opened = await openEngine();
    });
    afterEach(() => opened.dispose());
    for (const each of cases) {
      const skipped = skip.find((other) => other.case === each.name);
      it(
        each.name,
        async (context) => {
          if (skipped) context.skip(skipped.reason);
          await each.run(opened.engine);
        },
        each.isDrawn ? limits.computing : limits.test,
      );
    }
  });
};
