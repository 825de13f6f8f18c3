import { useState } from 'react';
import { filterText } from '../../api/filter-text.ts';
import type { Box, Campaign, CampaignDeclaration } from '../../api/types.ts';
import type { ProductSummary } from '../../components/products/product-card.tsx';
import { useProducts, useProductsById } from '../../data/datasets.ts';

/** The first part of a condition that says which products it is about, as a filter of the catalogue. */
const toFilter = ({ category, brand, attributes = [] }: NonNullable<CampaignDeclaration['when']>): string => {
  const [first] = attributes;
  if (category !== undefined) return filterText('category', category);
  if (brand !== undefined) return filterText('brand', brand);
  return first === undefined ? '' : filterText(first.name, String(first.value));
};

type Source = [ProductSummary | null, (product: ProductSummary) => void];

/**
 * The product whose look-alikes are shown: one that the campaign is about, until another is chosen. A draft may be about
 * nothing yet, so only what is published and what is new looks for one.
 */
export const useSourceProduct = (
  website: string,
  box: Box | undefined,
  campaign: Campaign | null,
  { when = {} }: CampaignDeclaration,
): Source => {
  const dataset = box?.dataset;
  const [chosen, choose] = useState<ProductSummary | null>(null);
  const isShown = campaign === null || campaign.state === 'published';
  const named = isShown ? (when.identifiers ?? []).slice(0, 1) : [];
  const [known] = useProductsById(website, dataset, named);
  const searched = isShown && named.length === 0 ? dataset : undefined;
  const { data } = useProducts(website, searched, '', 1, toFilter(when));
  const [first] = data?.products ?? [];
  const found = first && { ...first, currency: first.currency ?? null };
  return [chosen ?? known ?? found ?? null, choose];
};
