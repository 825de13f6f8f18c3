import type { Dataset, FieldOverride, LabelField } from '../contract/dataset.ts';
import type { datasetKinds, fieldTypes } from './settings/choices.ts';

/** A dataset holds what was imported from a feed. It has versions; at most one of them is live. */
export type { Dataset, FieldOverride, LabelField };

export type DatasetKind = (typeof datasetKinds)[number];
export type FieldType = (typeof fieldTypes)[number];

/** How one field of the feed is mapped for product records, facets, filters and sorts. */
export type Field = Required<Omit<FieldOverride, 'scale' | 'template'>> &
  Pick<FieldOverride, 'scale' | 'template'>;

export type FeedSource = NonNullable<Dataset['source']>;
export type FeedAuth = NonNullable<FeedSource['auth']>;

/** How a keyword dataset learns from what shoppers do; what is left out has its default. */
export type Learning = Required<NonNullable<Dataset['learning']>>;

export const learningDefaults: Learning = {
  retentionDays: 400,
  halfLifeDays: 30,
  shoppersAtLeast: 2,
  blockedWords: [],
  everyMinutes: 60,
};

/**
 * What a stored feed secret belongs to. It is sent to this origin only, and under this header name: whoever changes
 * one of them must give the secret again, so that nobody can have it sent to a server of their own.
 */
export const feedSecretScope = (url: string | null, kind: FeedAuth['kind'], headerName: string): string => {
  const origin = url !== null && URL.canParse(url) ? new URL(url).origin : '';
  return `${kind} ${kind === 'header' ? headerName.toLowerCase() : ''} ${origin}`;
};

/** Null when no secret is stored. */
export const storedSecretScope = ({ url, auth }: Pick<FeedSource, 'url' | 'auth'>): string | null =>
  auth && feedSecretScope(url, auth.kind, auth.kind === 'header' ? auth.name : '');
