import { filterFaults } from './check-filter.ts';
import { type DeclarationFault, hint } from './faults.ts';
import type { KnownThings } from './known-things.ts';
import type { DeclaredCampaign } from './schema.ts';

type DeclaredEffect = DeclaredCampaign['effect'];
type DeclaredPromotion = NonNullable<DeclaredEffect['promotion']>['promotions'][number];
type DeclaredTargets = { identifiers?: string[]; filter?: string };

export const campaignFaults = (
  { box, from, until, effect }: DeclaredCampaign,
  path: string,
  known: KnownThings,
): DeclarationFault[] => {
  const faults: DeclarationFault[] = [];
  if (box !== undefined && !known.boxes.has(box)) {
    faults.push({
      path: `${path}.box`,
      message: `there is no box \`${box}\`, ${hint(box, [...known.boxes])}`,
      reason: { reason: 'no-such-box', values: { name: box } },
    });
  }
  if (from !== undefined && until !== undefined && Date.parse(from) >= Date.parse(until)) {
    faults.push({
      path: `${path}.until`,
      message: 'must be after `from`',
      reason: { reason: 'until-before-from' },
    });
  }
  return [...faults, ...effectFaults(effect, `${path}.effect`)];
};

const effectFaults = (
  { promotion, intentClarification }: DeclaredEffect,
  path: string,
): DeclarationFault[] => {
  const promotions = (promotion?.promotions ?? []).flatMap((item, index) =>
    promotionFaults(item, `${path}.promotion.promotions[${index}]`),
  );
  const tiles = intentClarification?.tiles ?? [];
  const tilesAt = `${path}.intentClarification.tiles`;
  const repeated = new Set(tiles.map(({ id }) => id)).size < tiles.length;
  return [
    ...promotions,
    ...tiles.flatMap(({ filter }, index) => filterFaults(filter, `${tilesAt}[${index}].filter`)),
    ...(repeated ? [{ path: tilesAt, message: 'every tile needs an id of its own' }] : []),
  ];
};

const promotionFaults = ({ boost, bury, hide }: DeclaredPromotion, path: string): DeclarationFault[] => {
  const given = Object.entries({ boost, bury, hide });
  return given.flatMap(([action, targets]) => (targets ? targetFaults(targets, `${path}.${action}`) : []));
};

const targetFaults = ({ identifiers, filter }: DeclaredTargets, path: string): DeclarationFault[] => {
  if ((identifiers === undefined) === (filter === undefined)) {
    return [{ path, message: 'needs exactly one of `identifiers`, `filter`' }];
  }
  return filterFaults(filter, `${path}.filter`);
};
