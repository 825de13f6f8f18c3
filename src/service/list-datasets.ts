import type { DatasetRef } from '../domain/import-order.ts';
import type { Store } from '../store/store.ts';

export const listDatasets = ({ websites, datasets }: Pick<Store, 'websites' | 'datasets'>): DatasetRef[] =>
  websites.list().flatMap((website) => datasets.list(website.id).map((dataset) => ({ website, dataset })));
