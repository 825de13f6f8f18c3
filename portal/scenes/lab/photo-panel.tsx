import { type CSSProperties, type PointerEvent, useState } from 'react';
import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import { Button } from '../../components/buttons/button.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { classNames } from '../../styles/class-names.ts';
import { useText } from '../../texts/text-context.tsx';
import { type LabPhoto, type PhotoRegion, spanRegion, writeRegion } from './lab-photo.ts';

/** What is asked with a photo. `region`: `auto`, or a part as the service reads it. */
export type PhotoQuestion = { readonly region: string; readonly words: string };

type PhotoPanelProps = {
  photo: LabPhoto;
  question: PhotoQuestion;
  onChange: (question: PhotoQuestion) => void;
  explain: WireImageSearchResult['explain'];
  /** Facets of the answer, for the names of fields. */
  facets: WireImageSearchResult['filters'];
};

const percent = (value: number): string => `${value * 100}%`;
const place = ({ x, y, width, height }: PhotoRegion): CSSProperties => ({
  left: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
});

type TriedRegion = PhotoRegion & { readonly cutOut: boolean };
const keyOf = (region: TriedRegion): string => `${writeRegion(region)} ${region.cutOut}`;

type Point = { readonly x: number; readonly y: number };

const readPoint = ({ currentTarget, clientX, clientY }: PointerEvent): Point => {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
};

/** The photo with the parts that were tried. A part is drawn with the pointer, or picked in the list. */
export const PhotoPanel = ({ photo, question, onChange, explain, facets }: PhotoPanelProps) => {
  const { t, number } = useText();
  const [drag, setDrag] = useState<{ readonly from: Point; readonly to: Point } | null>(null);
  const regions = explain?.regions ?? [];
  const drawn = drag && spanRegion(drag.from, drag.to);
  const search = (region: string): void => onChange({ ...question, region });
  const finish = (): void => {
    setDrag(null);
    if (drawn) search(writeRegion(drawn));
  };
  const predicted = explain?.predicted ?? [];
  const nameRegion = ({ cutOut }: TriedRegion, at: number): string =>
    cutOut ? t('lab.photo.cutOut') : at === 0 ? t('lab.photo.whole') : t('lab.photo.part', { number: at });
  const nameOf = (field: string): string => facets?.find(({ name }) => name === field)?.displayName ?? field;
  return (
    <div className="flex flex-col gap-3">
      <figure>
        <div
          className="relative touch-none overflow-hidden rounded-xl bg-sunken select-none"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            const point = readPoint(event);
            setDrag({ from: point, to: point });
          }}
          onPointerMove={(event) => {
            const to = readPoint(event);
            setDrag((now) => now && { ...now, to });
          }}
          onPointerUp={finish}
          onPointerCancel={() => setDrag(null)}
        >
          <img src={photo.address} alt={photo.name} className="w-full" draggable={false} />
          {regions.map((region) => (
            <span
              key={keyOf(region)}
              aria-hidden
              className={classNames(
                'pointer-events-none absolute rounded-md border-2',
                region.used
                  ? 'border-accent shadow-high'
                  : 'border-dashed border-white/70 outline outline-black/40',
              )}
              style={place(region)}
            />
          ))}
          {drawn && (
            <span
              aria-hidden
              className="pointer-events-none absolute rounded-md border-2 border-accent bg-accent/20"
              style={place(drawn)}
            />
          )}
        </div>
        <figcaption className="mt-2 text-sm text-muted">{t('lab.photo.hint')}</figcaption>
      </figure>
      {regions.length > 1 && (
        <ul aria-label={t('lab.photo.parts')} className="flex flex-col gap-1 text-sm">
          {regions.map((region, at) => (
            <li key={keyOf(region)} className="flex items-center justify-between gap-2">
              <button
                type="button"
                className="min-h-9 text-start text-accent-ink hover:underline"
                aria-current={region.used}
                onClick={() => search(region.cutOut ? 'auto' : writeRegion(region))}
              >
                {nameRegion(region, at)}
                {region.used && <span className="text-muted"> · {t('lab.photo.used')}</span>}
              </button>
              <span className="text-muted tabular-nums">
                {t('lab.photo.sharpness', { value: number(region.sharpness, 2) })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {question.region !== 'auto' && <Button onClick={() => search('auto')}>{t('lab.photo.auto')}</Button>}
      <TextField
        label={t('lab.photo.words')}
        hint={t('lab.photo.wordsHint')}
        optional
        maxLength={200}
        value={question.words}
        onChange={(words) => onChange({ ...question, words })}
      />
      {predicted.length > 0 && (
        <section>
          <h2 className="text-sm font-medium">{t('lab.photo.predicted')}</h2>
          <ul className="text-sm">
            {predicted.map(({ field, value, confidence, used }) => (
              <li key={field} className={used ? undefined : 'text-muted'}>
                {t(used ? 'lab.photo.field' : 'lab.photo.unsure', {
                  field: nameOf(field),
                  value,
                  share: number(confidence * 100, 0),
                })}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
};
