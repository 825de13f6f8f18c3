/**
 * How a campaign touches a product. `source`: its condition holds when shoppers look at the product. The others: the
 * product itself is moved, hidden, advertised, or chosen by a tile, where the condition holds.
 */
export const campaignRoles = ['source', 'pin', 'boost', 'bury', 'hide', 'ad', 'tile'] as const;
export type CampaignRole = (typeof campaignRoles)[number];
