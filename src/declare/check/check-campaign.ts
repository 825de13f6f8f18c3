import { checkFilter } from './check-filter.ts';
import { type DeclarationIssue, suggestName } from './issues.ts';
import type { ReferencedNames } from './referenced-names.ts';
import type { DeclaredCampaign } from '../schema/declaration-schema.ts';

type DeclaredEffect = DeclaredCampaign['effect'];
type DeclaredPromotion = NonNullable<DeclaredEffect['promotion']>['promotions'][number];
type DeclaredTargets = { identifiers?: string[]; filter?: string };

export const checkCampaign = (
  { box, from, until, effect }: DeclaredCampaign,
  path: string,
  known: ReferencedNames,
): DeclarationIssue[] => {
  const issues: DeclarationIssue[] = [];
  if (box !== undefined && !known.boxes.has(box)) {
    issues.push({
      path: `${path}.box`,
      message: `there is no box \`${box}\`, ${suggestName(box, [...known.boxes])}`,
      reason: { reason: 'no-such-box', values: { name: box } },
    });
  }
  if (from !== undefined && until !== undefined && Date.parse(from) >= Date.parse(until)) {
    issues.push({
      path: `${path}.until`,
      message: 'must be after `from`',
      reason: { reason: 'until-before-from' },
    });
  }
  return [...issues, ...checkEffect(effect, `${path}.effect`)];
};

const checkEffect = (
  { promotion, intentClarification }: DeclaredEffect,
  path: string,
): DeclarationIssue[] => {
  const promotions = (promotion?.promotions ?? []).flatMap((item, index) =>
    checkPromotion(item, `${path}.promotion.promotions[${index}]`),
  );
  const tiles = intentClarification?.tiles ?? [];
  const tilesAt = `${path}.intentClarification.tiles`;
  const hasRepeatedIds = new Set(tiles.map(({ id }) => id)).size < tiles.length;
  return [
    ...promotions,
    ...tiles.flatMap(({ filter }, index) => checkFilter(filter, `${tilesAt}[${index}].filter`)),
    ...(hasRepeatedIds ? [{ path: tilesAt, message: 'every tile needs an id of its own' }] : []),
  ];
};

const checkPromotion = ({ boost, bury, hide }: DeclaredPromotion, path: string): DeclarationIssue[] => {
  const given = Object.entries({ boost, bury, hide });
  return given.flatMap(([action, targets]) => (targets ? checkTargets(targets, `${path}.${action}`) : []));
};

const checkTargets = ({ identifiers, filter }: DeclaredTargets, path: string): DeclarationIssue[] => {
  if ((identifiers === undefined) === (filter === undefined)) {
    return [{ path, message: 'needs exactly one of `identifiers`, `filter`' }];
  }
  return checkFilter(filter, `${path}.filter`);
};
