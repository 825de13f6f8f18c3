import { performance } from 'node:perf_hooks';
import type { PictureView } from '../domain/settings/choices.ts';
import type { Product } from '../domain/product.ts';
import type { Embedder } from '../embedder/embedder.ts';
import type { Progress } from '../engine/engine.ts';
import { decideDefaults } from '../learning/looks/decide/decide-defaults.ts';
import { decideInThread } from '../learning/looks/decide/decide-in-thread.ts';
import type { Decision } from '../learning/looks/decide/decide.ts';
import type { EmbedCopies } from '../learning/looks/decide/guard-copies.ts';
import { estimateMean } from '../learning/looks/decide/measure.ts';
import type { ViewDecision } from '../learning/looks/map/decision.ts';
import { type LooksTeacher, prepareSample } from '../learning/looks/learn-looks.ts';
import { chooseLabels } from '../learning/looks/train/choose-labels.ts';
import { normalize } from '../learning/looks/train/matrix.ts';
import {
  describeSample,
  createSurvey,
  type SampledPicture,
  type Survey,
} from '../learning/looks/train/sample.ts';
import { emptyTally } from './build-context.ts';
import { embedProducts } from './embed-products.ts';
import type { FindPicture } from './pictures/find-picture.ts';
import { openSeen } from './pictures/open-seen.ts';
import { openVectorCache } from './pictures/picture-caches.ts';

type Needs = {
  readonly embedder: Embedder;
  /** That the dataset names; left out: it is decided. */
  readonly named?: PictureView | undefined;
  readonly teacher: Pick<LooksTeacher, 'fields' | 'learnFrom' | 'files'>;
  /** Left out where copies cannot be made. */
  readonly copiesBy: (embedder: Embedder) => EmbedCopies | undefined;
  readonly folder: string;
  readonly findPicture: FindPicture;
  readonly signal: AbortSignal;
  readonly progress: Progress;
};

const steps = { embed: 'Pictures to decide on, twice', compare: 'Comparing parts of pictures' } as const;

/** The embedder with the view of the catalogue; `view` is left out where nothing could be decided. */
type Chosen = { readonly embedder: Embedder; readonly view?: ViewDecision };

type Pictured = readonly SampledPicture[];

/**
 * What of its pictures a catalogue sees: named by the dataset, as it was decided before, or decided now on a sample, before all
 * pictures are embedded. A catalogue that has vectors keeps them until the dataset names what was decided: to embed all pictures
 * anew takes long.
 */
export const chooseView = async (needs: Needs, read: () => AsyncIterable<Product>): Promise<Chosen> => {
  const { embedder, named } = needs;
  const { view: own, inView: see } = embedder;
  if (own === undefined || see === undefined) return { embedder };
  const inView = (view: PictureView): Embedder => (view === own ? embedder : see(view));
  return named === undefined
    ? decideOrKeep(needs, read, own, inView)
    : { embedder: inView(named), view: { used: named, best: named, tried: [], pictures: 0, seconds: 0 } };
};

const decideOrKeep = async (
  needs: Needs,
  read: () => AsyncIterable<Product>,
  own: PictureView,
  inView: (view: PictureView) => Embedder,
): Promise<Chosen> => {
  const { embedder, teacher } = needs;
  const latest = await teacher.files.readLatest();
  const before = latest !== null && isSeenBy(embedder, latest.embedder) ? latest : null;
  const kept = before && openSeen(embedder, before.embedder);
  if (kept !== null && before?.report.view?.tried.length) return { embedder: kept, view: before.report.view };
  const decided = await decideView(needs, inView, own, await surveyNames(needs, read));
  if (decided === null) return { embedder: kept ?? embedder };
  const isWaiting = (before?.report.pictures ?? 0) >= decideDefaults.pictures;
  const used = isWaiting ? (kept?.view ?? own) : decided.best;
  return { embedder: inView(used), view: { ...decided, used } };
};

const isSeenBy = (embedder: Embedder, model: string): boolean => openSeen(embedder, model).model === model;

const unread = { looks: new Float32Array(), colour: new Float32Array() };

/** By the names of pictures: nothing is downloaded before the sample is known. */
const surveyNames = async ({ teacher }: Needs, read: () => AsyncIterable<Product>): Promise<Survey> => {
  const survey = createSurvey(teacher.fields);
  for await (const product of read()) {
    const [name] = product.images;
    if (name !== undefined) survey.add(product, name, unread);
  }
  return survey;
};

async function* iterate<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** What is embedded is kept, and not embedded again. */
const embedSample = async (needs: Needs, embedder: Embedder, sampled: Pictured, before = 0) => {
  const { folder, findPicture, signal, progress } = needs;
  const vectors = openVectorCache(folder, embedder.model);
  const tally = emptyTally();
  const started = performance.now();
  const found = new Map<string, SampledPicture>();
  const products = iterate(sampled.map(({ product }) => product));
  let done = before;
  for await (const { draft } of embedProducts({ embedder, findPicture, vectors, tally, signal }, products)) {
    const { product, picture } = draft;
    done += 1;
    if (done % 20 === 0) progress(steps.embed, done, 2 * sampled.length);
    if (picture !== null && !found.has(picture.hash))
      found.set(picture.hash, { product, hash: picture.hash, vectors: picture });
  }
  const seconds = (performance.now() - started) / 1000 / Math.max(1, tally.vectors);
  return { pictured: [...found.values()], seconds };
};

const joinViews = (first: Pictured, second: Pictured): Pictured => {
  const others = new Map(second.map(({ hash, vectors }) => [hash, vectors.looks]));
  return first.map((each) => {
    const { looks, colour } = each.vectors;
    const other = others.get(each.hash) ?? looks;
    return {
      ...each,
      vectors: { looks: normalize(looks.map((value, at) => value + (other[at] ?? 0))), colour },
    };
  });
};

/** Null where there is too little to decide on. */
const decideView = async (
  needs: Needs,
  inView: NonNullable<Embedder['inView']>,
  own: PictureView,
  survey: Survey,
): Promise<ViewDecision | null> => {
  const { teacher, signal, copiesBy, progress } = needs;
  const labels = chooseLabels(survey.labels, teacher.fields, teacher.learnFrom);
  const sampled = survey.sample().slice(0, decideDefaults.viewPictures);
  if (labels.fields.length === 0 || sampled.length < decideDefaults.pictures) return null;
  const tried: ViewDecision['tried'][number][] = [];
  const decide = async (view: PictureView, pictured: Pictured): Promise<Decision> => {
    progress(steps.compare, tried.length, 3);
    const chosen = describeSample(pictured, labels.labelsOf, survey.familyWords);
    const { guarded } = await prepareSample(pictured, chosen, labels, copiesBy(inView(view)));
    return decideInThread(guarded, signal);
  };
  const middle = await embedSample(needs, inView('middle'), sampled);
  const product = await embedSample(needs, inView('product'), sampled, sampled.length);
  const by: Readonly<Record<PictureView, Pictured>> = {
    middle: middle.pictured,
    product: product.pictured,
    both: joinViews(product.pictured, middle.pictured),
  };
  let best = { view: own, decision: await decide(own, by[own]) };
  tried.push(describeView(best, null));
  for (const view of (['middle', 'product', 'both'] as const).filter((each) => each !== own)) {
    const next = { view, decision: await decide(view, by[view]) };
    const trial = describeView(next, best);
    tried.push(trial);
    if (trial.accepted) best = next;
  }
  const each = Math.max(middle.seconds, product.seconds) * (best.view === 'both' ? 2 : 1);
  const pictures = survey.count();
  return { used: own, best: best.view, tried, pictures, seconds: Math.round(pictures * each) };
};

type Tried = { readonly view: PictureView; readonly decision: Decision };

/** It must win beyond doubt on products that were held out, and copies must still find theirs. */
const describeView = ({ view, decision }: Tried, best: Tried | null): ViewDecision['tried'][number] => {
  const { unseen, copies, report } = decision;
  const precision = (report.learnt ?? report.base)?.mean ?? 0;
  if (best === null) return { view, precision, gain: null, accepted: true };
  const before = best.decision;
  const gain = estimateMean(
    unseen.map((value, at) => value - (before.unseen[at] ?? 0)),
    2,
  );
  return {
    view,
    precision,
    gain,
    accepted:
      gain.low > 0 &&
      gain.mean >= decideDefaults.viewGain[view] &&
      copies.first >= Math.min(before.copies.first, copies.all * decideDefaults.viewCopies),
  };
};
