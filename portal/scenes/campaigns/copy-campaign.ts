import { textLengthLimits } from '../../../src/domain/settings/limits.ts';
import type { CampaignDeclaration } from '../../api/types.ts';

const numbered = /^(.*) \((\d+)\)$/s;

/** `Sale` → `Sale (2)`, or the next number that is free. Names of campaigns are unique in a shop. */
const nameCopy = (name: string, taken: readonly string[]): string => {
  const base = numbered.exec(name)?.[1] ?? name;
  for (let number = 2; ; number += 1) {
    const suffix = ` (${number})`;
    const copy = `${base.slice(0, textLengthLimits.name - suffix.length)}${suffix}`;
    if (!taken.includes(copy)) return copy;
  }
};

/** The same campaign under another name, as a draft: a copy must not change what shoppers see. */
export const copyCampaign = (
  declaration: CampaignDeclaration,
  taken: readonly string[],
): CampaignDeclaration => ({ ...declaration, name: nameCopy(declaration.name, taken), state: 'draft' });
