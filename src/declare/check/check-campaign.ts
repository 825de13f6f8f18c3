import type {
  DeclaredCampaign,
  DeclaredEffect,
  DeclaredPromotion,
  DeclaredTargets,
} from '../../contract/campaign.ts';
import type { ValidationIssue } from '../../errors.ts';
import { configurationLimits } from '../../domain/settings/limits.ts';
import { parseFilter } from '../../domain/filter-text.ts';
import { countTerms } from '../../domain/filter.ts';
import { tokenize } from '../../domain/normal-form.ts';
import { findScript, findUnsafeLink } from '../../domain/web-address.ts';
import { noSuchBox } from './issues.ts';
import type { ReferencedNames } from './referenced-names.ts';

export const checkCampaign = (
  { box, from, until, when, effect }: DeclaredCampaign,
  path: string,
  known: ReferencedNames,
): ValidationIssue[] => {
  const issues: ValidationIssue[] = [];
  if (box !== undefined && !known.boxes.has(box)) issues.push(noSuchBox(`${path}.box`, box, known));
  if (from !== undefined && until !== undefined && Date.parse(from) >= Date.parse(until)) {
    const reason = { reason: 'until-before-from' } as const;
    issues.push({ path: `${path}.until`, message: 'must be after `from`', reason });
  }
  // The words of a pattern are compared with those of a search; signs alone are never found.
  if (when?.pattern !== undefined && tokenize(when.pattern, '').length === 0) {
    const reason = { reason: 'no-words' } as const;
    issues.push({ path: `${path}.when.pattern`, message: 'has no word, so it can never hold', reason });
  }
  return [...issues, ...checkEffect(effect, `${path}.effect`)];
};

const checkEffect = ({ promotion, intentClarification, banner }: DeclaredEffect, path: string) => {
  const promotions = (promotion?.promotions ?? []).flatMap((item, index) =>
    checkPromotion(item, `${path}.promotion.promotions[${index}]`),
  );
  const tiles = intentClarification?.tiles ?? [];
  const tilesAt = `${path}.intentClarification.tiles`;
  const hasRepeatedIds = new Set(tiles.map(({ id }) => id)).size < tiles.length;
  return [
    ...promotions,
    ...checkPromotionTerms(promotion?.promotions ?? [], `${path}.promotion.promotions`),
    ...(banner?.contents ?? []).flatMap((content, index) =>
      checkContent(content, `${path}.banner.contents[${index}]`),
    ),
    ...tiles.flatMap(({ tile }, index) =>
      tile === undefined ? [] : checkContent(tile, `${tilesAt}[${index}].tile`),
    ),
    ...tiles.flatMap(({ filter }, index) => checkFilter(filter, `${tilesAt}[${index}].filter`)),
    ...(hasRepeatedIds ? [{ path: tilesAt, message: 'every tile needs an id of its own' }] : []),
  ];
};

/** The filters of all promotions together: every call that the campaign matches evaluates them. */
const checkPromotionTerms = (promotions: readonly DeclaredPromotion[], path: string): ValidationIssue[] => {
  const filters = promotions.flatMap(({ boost, bury, hide }) => (boost ?? bury ?? hide)?.filter ?? []);
  const terms = filters
    .map((text) => parseFilter(text))
    .reduce((sum, parsed) => sum + (parsed.ok ? countTerms(parsed.filter) : 0), 0);
  const limit = configurationLimits.promotionFilterTerms;
  return terms > limit
    ? [{ path, message: `the filters have ${terms} comparisons in all, at most ${limit} are allowed` }]
    : [];
};

/** HTML, text or an address, which the shop puts into its page. */
const checkContent = (content: string, path: string): ValidationIssue[] => {
  const script = findScript(content);
  if (script !== null) {
    const message = `contains \`${script}\`, which could run a script in the shop`;
    return [{ path, message, reason: { reason: 'unsafe-html', values: { part: script } } }];
  }
  const link = findUnsafeLink(content)?.slice(0, 60);
  if (link === undefined) return [];
  const message = `contains the link \`${link}\`, only http and https are allowed`;
  return [{ path, message, reason: { reason: 'unsafe-link', values: { link } } }];
};

const checkPromotion = ({ boost, bury, hide }: DeclaredPromotion, path: string): ValidationIssue[] => {
  const given = Object.entries({ boost, bury, hide });
  return given.flatMap(([action, targets]) => (targets ? checkTargets(targets, `${path}.${action}`) : []));
};

const checkTargets = ({ identifiers, filter }: DeclaredTargets, path: string): ValidationIssue[] => {
  if ((identifiers === undefined) === (filter === undefined)) {
    return [{ path, message: 'needs exactly one of `identifiers`, `filter`' }];
  }
  return checkFilter(filter, `${path}.filter`);
};

export const checkFilter = (text: string | undefined, path: string): ValidationIssue[] => {
  if (text === undefined) return [];
  const parsed = parseFilter(text);
  if (parsed.ok) return [];
  const { message, position } = parsed;
  const reason = { reason: 'filter', values: { position } } as const;
  return [{ path, message: `${message} (at character ${position})`, reason }];
};
