import type { WireSuggestionList } from '../../../src/http/related-keywords/schema.ts';
import { useDatasets } from '../../data/datasets.ts';
import { Chips } from './chips.tsx';
import { PictureProvider } from './picture-source.tsx';

/** The catalogue whose products the answers of a box lead to: search terms belong to one. */
export const useCatalogueOf = (website: string, dataset: string | undefined): string | undefined => {
  const { data = [] } = useDatasets(website);
  const declaration = data.find((each) => each.declaration.name === dataset)?.declaration;
  return declaration?.kind === 'products' ? dataset : declaration?.products;
};

type SuggestionChipsProps = {
  website: string;
  /** What the box answers from. */
  dataset: string | undefined;
  label: string;
  answer: WireSuggestionList | undefined;
  most?: number;
};

/** Related keywords as a shopper sees them, each with a picture of what it finds. */
export const SuggestionChips = ({ website, dataset, label, answer, most }: SuggestionChipsProps) => {
  const catalogue = useCatalogueOf(website, dataset);
  const explained = new Map(answer?.explain?.suggestions.map(({ text, identifier }) => [text, identifier]));
  return (
    <PictureProvider website={website} dataset={catalogue}>
      <Chips
        label={label}
        chips={(answer?.suggestions ?? []).slice(0, most).map(({ text, displayText }) => ({
          word: displayText ?? text ?? '',
          identifier: catalogue === undefined ? null : explained.get(text ?? ''),
        }))}
      />
    </PictureProvider>
  );
};
