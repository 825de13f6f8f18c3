import { useDeferredValue } from 'react';
import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import type { Box, PreviewRequest } from '../../api/types.ts';
import type { ProductSummary } from '../../components/products/product-card.tsx';
import { readProductRecord } from '../../components/products/read-product-record.ts';
import { useSearchPreview } from '../../data/boxes.ts';
import type { DocumentExplanation } from '../preview/why-drawer.tsx';
import { setColourShare, setDiversity } from './box-settings.ts';
import type { LabPhoto } from './lab-photo.ts';
import type { LabSettings } from './lab-settings.tsx';
import type { PhotoQuestion } from './photo-panel.tsx';

export type Neighbour = {
  readonly product: ProductSummary;
  readonly score: number;
  readonly why: DocumentExplanation | undefined;
};

const maxNeighbours = 48;

/** One strategy only: the lab shows what pictures find, without fallback steps. */
const buildBoxSettings = (
  box: Box,
  colour: number,
  diversity: number,
): NonNullable<PreviewRequest['settings']> => ({
  weights: setDiversity(setColourShare(box, colour), diversity),
  minimumScore: 0,
  strategies: [{ rank: 1, from: 'looks', searchMode: 'Any', minimumResults: 0 }],
});

/** The nearest products, best first, each with its reasons. */
export const readNeighbours = ({ documents, explain }: WireImageSearchResult): Neighbour[] => {
  const reasons = new Map(explain?.documents.map((why) => [why.identifier, why]));
  return (documents ?? []).map(({ document, score }) => {
    const product = readProductRecord(document);
    return { product, score, why: reasons.get(product.identifier) };
  });
};

type LabQuestion = {
  website: string;
  box: Box;
  source: ProductSummary | null;
  photo: LabPhoto | null;
  question: PhotoQuestion;
  settings: LabSettings;
};

const nameSource = ({ photo, source, question }: LabQuestion, pattern: string) => {
  if (photo) return { photo: { data: photo.data, region: question.region, ...(pattern && { pattern }) } };
  return source && { identifier: source.identifier };
};

export const useLabAnswer = (lab: LabQuestion) => {
  const { website, box, question, settings } = lab;
  const pattern = useDeferredValue(question.words.trim());
  const colour = useDeferredValue(settings.colour);
  const diversity = useDeferredValue(settings.diversity);
  const asked = nameSource(lab, pattern);
  const query = useSearchPreview(
    website,
    box.declaration.name,
    asked && {
      ...asked,
      campaigns: 'none',
      settings: buildBoxSettings(box, colour, diversity),
      parameters: { top: maxNeighbours },
    },
  );
  return { asked, query };
};
