import { ScanSearch } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import type { Box, PreviewRequest } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ProductPicture, type ProductSummary } from '../../components/products/product-card.tsx';
import { ProductPicker } from '../../components/products/product-picker.tsx';
import { ResultStrip } from '../../components/products/result-strip.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { useSearchPreview } from '../../data/boxes.ts';
import { SelectField } from '../../components/forms/text-field.tsx';
import { useChosenProduct } from '../../routing/use-chosen-product.ts';
import { useText } from '../../texts/text-context.tsx';
import { blendResults } from './blend.ts';
import { readColourShare, setColourShare } from './box-settings.ts';
import { type LabSettings, LabSettingsPanel } from './lab-settings.tsx';
import { Neighbours } from './neighbours.tsx';
import { UseInBox } from './use-in-box.tsx';

type LabComparisonProps = { website: string; box: Box; boxes: readonly Box[]; onBox: (name: string) => void };
type CandidateSource = 'looks' | 'text';

const maxNeighbours = 48;
/** More do not fit into the strip of a narrow screen. */
const maxNearest = 12;

/** One strategy only: the lab shows what one source finds, without fallback steps. */
const buildBoxSettings = (
  from: CandidateSource,
  box: Box,
  colour: number,
): NonNullable<PreviewRequest['settings']> => ({
  weights: setColourShare(box, colour),
  minimumScore: 0,
  strategies: [{ rank: 1, from, searchMode: 'Any', minimumResults: 0 }],
});

const initialSettings = (box: Box): LabSettings => ({
  threshold: 0.5,
  colour: readColourShare(box),
  words: 0,
});

export const LabComparison = ({ website, box, boxes, onBox }: LabComparisonProps) => {
  const { t } = useText();
  const [source, setSource] = useChosenProduct(website, box.dataset);
  const [picking, setPicking] = useState(false);
  const [settings, setSettings] = useState(() => initialSettings(box));
  const { words } = settings;
  const colour = useDeferredValue(settings.colour);
  const buildRequest = (from: CandidateSource): PreviewRequest | null =>
    source && {
      identifier: source.identifier,
      campaigns: 'none',
      settings: buildBoxSettings(from, box, colour),
      parameters: { top: maxNeighbours },
    };
  const { name } = box.declaration;
  const byLooks = useSearchPreview(website, name, words < 1 ? buildRequest('looks') : null);
  const byWords = useSearchPreview(website, name, words > 0 ? buildRequest('text') : null);
  const neighbours = blendResults(
    words < 1 ? (byLooks.data ?? null) : null,
    words > 0 ? (byWords.data ?? null) : null,
    words,
  ).slice(0, maxNeighbours);
  const choose = (product: ProductSummary): void => {
    setSource(product);
    setPicking(false);
  };
  return (
    <PictureProvider website={website} dataset={box.dataset}>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
        {/* On a narrow screen the settings come first: the nearest products stay above them while they are changed. */}
        {source && (
          <div className="sticky top-16 z-10 rounded-2xl border border-line bg-raised p-3 shadow-low lg:hidden">
            <ResultStrip
              label={t('lab.nearest')}
              products={neighbours
                .filter(({ score }) => score >= settings.threshold)
                .slice(0, maxNearest)
                .map(({ product }) => product)}
            />
          </div>
        )}
        {/* The settings stay visible while the neighbours are looked through. */}
        <div className="lg:sticky lg:top-6">
          <Card>
            <div className="flex flex-col gap-5">
              {source && (
                <figure className="max-lg:flex max-lg:items-center max-lg:gap-3">
                  <div className="aspect-square overflow-hidden rounded-xl bg-sunken max-lg:w-20 max-lg:shrink-0">
                    <ProductPicture product={source} />
                  </div>
                  <figcaption className="lg:mt-2">
                    <span className="font-semibold">{source.displayText}</span>
                    <span className="block font-mono text-xs text-muted">{source.identifier}</span>
                  </figcaption>
                </figure>
              )}
              <Button variant={source ? 'secondary' : 'primary'} onClick={() => setPicking(true)}>
                {source ? t('preview.change') : t('preview.choose')}
              </Button>
              <LabSettingsPanel settings={settings} onChange={setSettings} />
              <UseInBox website={website} box={box} settings={settings} />
              <SelectField
                label={t('lab.box')}
                value={box.declaration.name}
                onChange={onBox}
                options={boxes.map(({ declaration: { name } }) => ({ value: name, label: name }))}
              />
            </div>
          </Card>
        </div>
        <Card>
          {source ? (
            <OptionalQueryView query={words < 1 ? byLooks : null}>
              {(looks) => (
                <OptionalQueryView query={words > 0 ? byWords : null}>
                  {(texts) => (
                    <Neighbours
                      neighbours={neighbours}
                      facets={(looks ?? texts)?.filters ?? null}
                      threshold={settings.threshold}
                      onUse={choose}
                    />
                  )}
                </OptionalQueryView>
              )}
            </OptionalQueryView>
          ) : (
            <EmptyState icon={ScanSearch} title={t('preview.start.title')} body={t('lab.start')} />
          )}
        </Card>
        <ProductPicker
          open={picking}
          title={t('preview.choose')}
          website={website}
          dataset={box.dataset}
          onPick={choose}
          onClose={() => setPicking(false)}
        />
      </div>
    </PictureProvider>
  );
};

type OptionalQueryViewProps = {
  /** null when this source is switched off. */
  query: ReturnType<typeof useSearchPreview> | null;
  children: (answer: WireImageSearchResult | null) => ReactNode;
};

const OptionalQueryView = ({ query, children }: OptionalQueryViewProps) => {
  return query ? <QueryView query={query}>{children}</QueryView> : children(null);
};
