import type { Campaign } from '../../api/types.ts';
import { type EffectKind, effectKinds, getEffectKind } from './effects.ts';
import { type CampaignStatus, campaignStatuses, getCampaignStatus } from './status.ts';

/** Which campaigns are shown. Kept in the address, so that one comes back to the same list. */
export type CampaignFilter = {
  readonly text: string;
  readonly status: CampaignStatus | 'all';
  readonly kind: EffectKind | 'all';
  /** Pages count from 1. */
  readonly page: number;
};

export const rowsOfPage = 25;

export const noFilter: CampaignFilter = { text: '', status: 'all', kind: 'all', page: 1 };

type FilterSearch = {
  readonly find?: string;
  readonly status?: string;
  readonly kind?: string;
  readonly page?: number;
};

/** What is unknown in an address is left out. */
export const readFilter = ({ find, status, kind, page }: FilterSearch): CampaignFilter => ({
  text: find ?? '',
  status: campaignStatuses.find((each) => each === status) ?? 'all',
  kind: effectKinds.find((each) => each === kind) ?? 'all',
  page: page !== undefined && Number.isInteger(page) && page > 0 ? page : 1,
});

export const writeFilter = ({ text, status, kind, page }: CampaignFilter): FilterSearch => ({
  ...(text === '' ? {} : { find: text }),
  ...(status === 'all' ? {} : { status }),
  ...(kind === 'all' ? {} : { kind }),
  ...(page === 1 ? {} : { page }),
});

/** Every word must be in the name or in the name of the box. */
const hasWords = ({ declaration: { name, box = '' } }: Campaign, text: string): boolean => {
  const whole = `${name} ${box}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
};

export const filterCampaigns = (
  campaigns: readonly Campaign[],
  { text, status, kind }: CampaignFilter,
  now: number,
): Campaign[] =>
  campaigns.filter(
    (campaign) =>
      hasWords(campaign, text) &&
      (status === 'all' || getCampaignStatus(campaign, now) === status) &&
      (kind === 'all' || getEffectKind(campaign.declaration.effect) === kind),
  );

type CampaignPage = {
  readonly page: number;
  readonly pages: number;
  readonly rows: readonly Campaign[];
};

/** The page, or the last one if there are fewer by now: deleting the last row of a page must not show an empty one. */
export const takePage = (campaigns: readonly Campaign[], wanted: number): CampaignPage => {
  const pages = Math.max(1, Math.ceil(campaigns.length / rowsOfPage));
  const page = Math.min(wanted, pages);
  return { page, pages, rows: campaigns.slice((page - 1) * rowsOfPage, page * rowsOfPage) };
};
