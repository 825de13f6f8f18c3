import type { CampaignDeclaration } from '../../api/types.ts';

/** The product whose picture stands for a campaign: one it moves, else the one it holds for. */
export const findThumbnailProduct = ({ effect, when }: CampaignDeclaration): string | null => {
  const promoted = (effect.promotion?.promotions ?? []).flatMap(({ pin, boost, bury, hide }) =>
    pin ? [pin.identifier] : ((boost ?? bury ?? hide)?.identifiers ?? []),
  );
  return promoted[0] ?? effect.ads?.identifiers[0] ?? when?.identifiers?.[0] ?? null;
};
