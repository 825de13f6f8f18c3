import { ScanSearch } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import type { Box } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ProductPicture, type ProductSummary } from '../../components/products/product-card.tsx';
import { ProductPicker } from '../../components/products/product-picker.tsx';
import { ResultStrip } from '../../components/products/result-strip.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { FileDrop } from '../../components/forms/file-drop.tsx';
import { SelectField } from '../../components/forms/text-field.tsx';
import { useChosenProduct } from '../../routing/use-chosen-product.ts';
import { useText } from '../../texts/text-context.tsx';
import { readColourShare, readDiversity } from './box-settings.ts';
import { type LabPhoto, readLabPhoto } from './lab-photo.ts';
import { type LabSettings, LabSettingsPanel } from './lab-settings.tsx';
import { Neighbours } from './neighbours.tsx';
import { PhotoPanel, type PhotoQuestion } from './photo-panel.tsx';
import { readNeighbours, useLabAnswer } from './use-lab-answer.ts';
import { UseInBox } from './use-in-box.tsx';

type LabComparisonProps = { website: string; box: Box; boxes: readonly Box[]; onBox: (name: string) => void };

const maxFacetValues = 8;
const firstQuestion: PhotoQuestion = { region: 'auto', words: '' };
/** More do not fit into the strip of a narrow screen. */
const maxNearest = 12;

const initialSettings = (box: Box): LabSettings => ({
  threshold: 0.5,
  colour: readColourShare(box),
  diversity: readDiversity(box),
});

export const LabComparison = ({ website, box, boxes, onBox }: LabComparisonProps) => {
  const { t } = useText();
  const [source, setSource] = useChosenProduct(website, box.dataset);
  const [picking, setPicking] = useState(false);
  const [settings, setSettings] = useState(() => initialSettings(box));
  const [photo, setPhoto] = useState<LabPhoto | null>(null);
  const [question, setQuestion] = useState<PhotoQuestion>(firstQuestion);
  const [isRefused, setRefused] = useState(false);
  const { asked, query } = useLabAnswer({ website, box, source, photo, question, settings });
  const choose = (product: ProductSummary): void => {
    setSource(product);
    setPhoto(null);
    setPicking(false);
  };
  const usePhoto = (file: File): void => {
    setRefused(false);
    setQuestion(firstQuestion);
    readLabPhoto(file).then(setPhoto, () => setRefused(true));
  };
  return (
    <PictureProvider website={website} dataset={box.dataset}>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
        {/* On a narrow screen the settings come first: the nearest products stay above them while they are changed. */}
        {asked && (
          <div className="sticky top-16 z-10 rounded-2xl border border-line bg-raised p-3 shadow-low lg:hidden">
            <ResultStrip
              label={t('lab.nearest')}
              products={(query.data ? readNeighbours(query.data) : [])
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
              {photo ? (
                <PhotoPanel
                  photo={photo}
                  question={question}
                  onChange={setQuestion}
                  explain={query.data?.explain}
                  facets={query.data?.filters ?? null}
                />
              ) : (
                source && <SourceFigure product={source} />
              )}
              <Button variant={asked ? 'secondary' : 'primary'} onClick={() => setPicking(true)}>
                {source && !photo ? t('preview.change') : t('preview.choose')}
              </Button>
              <FileDrop
                label={t('lab.photo.drop')}
                hint={t('lab.photo.dropHint')}
                accept="image/*"
                onFile={usePhoto}
              />
              {isRefused && (
                <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger">
                  {t('lab.photo.failed')}
                </p>
              )}
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
          {asked ? (
            <QueryView query={query}>
              {(answer) => (
                <LabResults
                  neighbours={readNeighbours(answer)}
                  facets={answer.filters}
                  threshold={settings.threshold}
                  source={photo ? null : source}
                  onUse={choose}
                />
              )}
            </QueryView>
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

const SourceFigure = ({ product }: { product: ProductSummary }) => (
  <figure className="max-lg:flex max-lg:items-center max-lg:gap-3">
    <div className="aspect-square overflow-hidden rounded-xl bg-sunken max-lg:w-20 max-lg:shrink-0">
      <ProductPicture product={product} />
    </div>
    <figcaption className="lg:mt-2">
      <span className="font-semibold">{product.displayText}</span>
      <span className="block font-mono text-xs text-muted">{product.identifier}</span>
    </figcaption>
  </figure>
);

const LabResults = (props: ComponentProps<typeof Neighbours>) => (
  <>
    <Neighbours {...props} />
    <LabFacets facets={props.facets ?? []} />
  </>
);

/** Shown, not chosen among: the lab asks for neighbours as they are. */
const LabFacets = ({ facets }: { facets: NonNullable<WireImageSearchResult['filters']> }) => {
  const { t } = useText();
  if (facets.length === 0) return null;
  return (
    <details className="mt-6">
      <summary className="min-h-9 font-medium">{t('lab.facets')}</summary>
      <ul className="mt-2 flex flex-col gap-1 text-sm">
        {facets.map(({ name, displayName, values, ranges }) => (
          <li key={name}>
            <span className="font-medium">{displayName ?? name}: </span>
            <span className="text-muted">
              {values
                ? values
                    .slice(0, maxFacetValues)
                    .map(({ name: value, count }) => `${value ?? ''} (${count ?? 0})`)
                    .join(', ')
                : (ranges ?? []).map(({ min, max }) => `${min} – ${max}`).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
};
