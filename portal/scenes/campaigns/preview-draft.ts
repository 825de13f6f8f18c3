import type { CampaignDeclaration } from '../../api/types.ts';
import { isWebAddress } from '../../components/banners/banner-content.ts';
import type { Effect } from './effects.ts';

const isFilled = (text: string): boolean => text.trim() !== '';

/** Whether the effect is filled in far enough to change anything. */
const isComplete = ({ promotion, banner, redirect, ads, intentClarification }: Effect): boolean => {
  if (promotion) return promotion.promotions.length > 0;
  if (banner) return banner.contents.some(isFilled);
  // What is half typed is no address yet.
  if (redirect) return isWebAddress(redirect.url);
  if (ads) return ads.identifiers.length > 0;
  if (!intentClarification) return false;
  const { question, tiles } = intentClarification;
  return isFilled(question) && tiles.every(({ text, filter }) => isFilled(text) && isFilled(filter));
};

type When = NonNullable<CampaignDeclaration['when']>;

/** Drops clauses that were added and not filled in yet. */
const dropEmptyClauses = (when: When): When => {
  const { attributes = [], ...rest } = when;
  const named = attributes.filter(({ name }) => isFilled(name));
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '')) as When;
  return { ...said, ...(named.length > 0 ? { attributes: named } : {}) };
};

/**
 * The part of a draft that can be previewed: empty fields are left out instead of being reported. null while the
 * draft would change nothing.
 */
export const toPreviewDraft = (draft: CampaignDeclaration, name: string): CampaignDeclaration | null =>
  isComplete(draft.effect)
    ? {
        ...draft,
        name: isFilled(draft.name) ? draft.name : name,
        ...(draft.when ? { when: dropEmptyClauses(draft.when) } : {}),
      }
    : null;
