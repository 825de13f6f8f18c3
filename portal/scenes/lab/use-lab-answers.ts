import { useDeferredValue } from 'react';
import type { Box, PreviewRequest } from '../../api/types.ts';
import type { ProductSummary } from '../../components/products/product-card.tsx';
import { useSearchPreview } from '../../data/boxes.ts';
import { blendResults } from './blend.ts';
import { setColourShare, setDiversity } from './box-settings.ts';
import type { LabPhoto } from './lab-photo.ts';
import type { LabSettings } from './lab-settings.tsx';
import type { PhotoQuestion } from './photo-panel.tsx';

type CandidateSource = 'looks' | 'text';

const maxNeighbours = 48;

/** One strategy only: the lab shows what one source finds, without fallback steps. */
const buildBoxSettings = (
  from: CandidateSource,
  box: Box,
  colour: number,
  diversity: number,
): NonNullable<PreviewRequest['settings']> => ({
  weights: setDiversity(setColourShare(box, colour), diversity),
  minimumScore: 0,
  strategies: [{ rank: 1, from, searchMode: 'Any', minimumResults: 0 }],
});

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

/** What pictures find, what words find, and both blended by score. Of the two, a question is null where it is not asked. */
export const useLabAnswers = (lab: LabQuestion) => {
  const { website, box, photo, question, settings } = lab;
  const pattern = useDeferredValue(question.words.trim());
  // The title of a photo is not known.
  const words = photo ? 0 : settings.words;
  const colour = useDeferredValue(settings.colour);
  // Pictures and words are blended here, by score.
  const diversity = useDeferredValue(words > 0 ? 0 : settings.diversity);
  const asked = nameSource(lab, pattern);
  const buildRequest = (from: CandidateSource): PreviewRequest | null =>
    asked && {
      ...asked,
      campaigns: 'none',
      settings: buildBoxSettings(from, box, colour, diversity),
      parameters: { top: maxNeighbours },
    };
  const { name } = box.declaration;
  const looks = useSearchPreview(website, name, words < 1 ? buildRequest('looks') : null);
  const texts = useSearchPreview(website, name, words > 0 ? buildRequest('text') : null);
  const [byLooks, byWords] = [words < 1 ? looks : null, words > 0 ? texts : null];
  const neighbours = blendResults(byLooks?.data ?? null, byWords?.data ?? null, words).slice(
    0,
    maxNeighbours,
  );
  return { asked, neighbours, byLooks, byWords };
};
