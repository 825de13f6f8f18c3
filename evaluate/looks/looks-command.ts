import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { findDataset } from '../../src/cli/terminal/names.ts';
import { type CommandContext, withKindred } from '../../src/cli/terminal/run-command.ts';
import type { Kindred } from '../../src/compose.ts';
import { dataFiles } from '../../src/data-files.ts';
import { boxDefaults, resolveWeights } from '../../src/domain/box.ts';
import type { Dataset } from '../../src/domain/dataset.ts';
import type { SoughtParts } from '../../src/http/photo-search/read-body.ts';
import { createQuery, type ProductReader, scanPages } from '../../src/engine/engine.ts';
import { openSeen } from '../../src/ingest/pictures/open-seen.ts';
import { Fault } from '../../src/errors.ts';
import { openLooksFiles } from '../../src/learning/looks/looks-files.ts';
import { describeStability } from '../../src/learning/looks/report/stability.ts';
import type { CopyReport } from './copies.ts';
import { evaluateCatalogue, type LooksSubject } from './evaluate-catalogue.ts';
import { evaluateHeldOut, type HeldOutStep } from './held-out.ts';
import { readGrades } from './judgments.ts';
import { evaluatePhotos, type PhotoReport, readPairs, renderPhotos } from './photos.ts';
import { createReadPhoto } from '../../src/service/background/photo-vectors.ts';
import { readAnswers, writeAnswers } from './kept-answers.ts';
import { type LooksMaterial, readLooksMaterial, readProductPicture } from './material.ts';
import type { Answer } from './measure-answers.ts';
import { measureLive } from './measure-live.ts';
import {
  renderCopies,
  renderDecision,
  renderEvaluation,
  renderForms,
  renderHeldOut,
  renderMeasures,
} from './render.ts';
import { type Compared, comparedTexts, createComparedSheet, renderSheet } from './sheets.ts';
import { type SmallForm, tryForms } from './small-vectors.ts';
import { createSheet, createTrial, drawSheet, tryCopies } from './trials.ts';

const listPictured = async (reader: ProductReader): Promise<string[]> => {
  const identifiers: string[] = [];
  for await (const page of scanPages(reader))
    for (const { identifier } of page)
      if ((await reader.source(identifier))?.hasLooks === true) identifiers.push(identifier);
  return identifiers;
};

/** A published catalogue as evaluation asks it; `field` says what belongs together. */
const createLooksSubject = async (reader: ProductReader, field: string | null): Promise<LooksSubject> => ({
  identifiers: await listPictured(reader),
  findNeighbours: async (identifier, count) => {
    const source = await reader.source(identifier);
    if (source === null) return [];
    const { hits } = await reader.search(
      createQuery(
        { kind: 'looks', source, weights: resolveWeights(boxDefaults.weights, reader.titleWeight ?? null) },
        count,
      ),
    );
    return hits.map((hit) => hit.identifier);
  },
  labelOf: async (identifier) => {
    const values = field === null ? [] : ((await reader.source(identifier))?.values(field) ?? []);
    const depth = (value: string): number => value.split('/').length;
    return values
      .map(String)
      .reduce<string | null>(
        (best, value) => (best === null || depth(value) > depth(best) ? value : best),
        null,
      );
  },
});

type Options = {
  readonly field?: string;
  readonly queries: string;
  readonly photos?: string;
  readonly heldOut?: boolean;
  readonly copies?: string;
  readonly small?: boolean;
  readonly judgments?: string;
  readonly colour?: string;
  readonly save?: string;
  readonly against?: string;
  readonly sheet?: string;
};

const looksDefaults = { sheetProducts: 20 } as const;

/** What a command about one dataset works on. */
type Subject = {
  readonly name: string;
  readonly dataset: Dataset;
  readonly kindred: Kindred;
  readonly context: CommandContext;
  /** Null when the live version was built without learning. */
  readonly material: LooksMaterial | null;
};

const requireMaterial = ({ name, material }: Subject): LooksMaterial => {
  if (material !== null) return material;
  throw new Fault('not-found', `Nothing was learnt from when ${name} was built.`, {
    nextStep: `Import it again with \`kindred import ${name}\`.`,
  });
};

const getPictureNeeds = ({ kindred, context }: Subject): Parameters<typeof readProductPicture>[0] => ({
  engine: kindred.engine,
  fetch: kindred.fetch,
  folder: join(dataFiles(context.config).content, 'pictures'),
  indexFolder: dataFiles(context.config).localPictures,
  signal: context.signal,
});

const openTrial = (subject: Subject, count: number): ReturnType<typeof createTrial> =>
  createTrial(requireMaterial(subject), subject.dataset, getPictureNeeds(subject), count);

const measureHeldOut = async (subject: Subject, { labelOf }: LooksSubject): Promise<HeldOutStep[]> => {
  const { items, sample } = requireMaterial(subject);
  const labels = await Promise.all(items.map(({ identifier }) => labelOf(identifier)));
  return evaluateHeldOut(sample, labels, (done, total) =>
    subject.context.out.progress('Learning without a fifth', done, total),
  );
};

const measureSmall = (subject: Subject): SmallForm[] => {
  const { items, vectors } = requireMaterial(subject);
  return tryForms(
    items,
    vectors.map(({ looks }) => looks),
  );
};

const measurePhotos = async (
  { kindred, dataset, context }: Subject,
  reader: ProductReader,
  file: string,
): Promise<PhotoReport[]> => {
  const embedder = await kindred.embedder(dataset.model);
  try {
    const folder = join(dataFiles(context.config).content, 'pictures');
    const readPhoto = createReadPhoto({
      embedder: () => Promise.resolve(embedder),
      fetch: kindred.fetch,
      folder,
    });
    const ask = (bytes: Uint8Array, sought: SoughtParts) =>
      readPhoto(dataset, { like: [{ bytes }], unlike: [], words: '' }, sought);
    return await evaluatePhotos(reader, ask, await readPairs(file));
  } finally {
    await embedder.close();
  }
};

const measureCopies = async (
  subject: Subject,
  count: number,
): Promise<{ readonly base: CopyReport[]; readonly learnt: CopyReport[] }> => {
  const embedder = await subject.kindred.embedder(subject.dataset.model);
  try {
    return await tryCopies(openTrial(subject, count), openSeen(embedder, requireMaterial(subject).model));
  } finally {
    await embedder.close();
  }
};

/** What was asked for beyond the live version; null: it was not. */
type Trials = {
  readonly heldOut: HeldOutStep[] | null;
  readonly copies: { readonly base: CopyReport[]; readonly learnt: CopyReport[] } | null;
  readonly small: SmallForm[] | null;
};

const runTrials = async (about: Subject, subject: LooksSubject, options: Options): Promise<Trials> => ({
  heldOut: options.heldOut === true ? await measureHeldOut(about, subject) : null,
  copies: options.copies === undefined ? null : await measureCopies(about, Number(options.copies)),
  small: options.small === true ? measureSmall(about) : null,
});

const renderTrials = (field: string | null, { heldOut, copies, small }: Trials): string[] => [
  ...(heldOut === null ? [] : renderHeldOut(field, heldOut)),
  ...(copies === null ? [] : renderCopies(copies.base, copies.learnt)),
  ...(small === null ? [] : renderForms(small)),
];

/** Writes `<file>.html` and `<file>.png`. */
const writeSheet = async (subject: Subject, file: string, compared: Compared | null): Promise<string> => {
  const rows =
    compared === null
      ? await createSheet(openTrial(subject, looksDefaults.sheetProducts))
      : await createComparedSheet(
          compared,
          (identifier) => readProductPicture(getPictureNeeds(subject), subject.dataset, identifier),
          looksDefaults.sheetProducts,
        );
  const base = file.replace(/\.(html|png)$/, '');
  await writeFile(
    `${base}.html`,
    renderSheet(subject.name, rows, ...(compared === null ? [] : [comparedTexts])),
  );
  await writeFile(`${base}.png`, await drawSheet(rows));
  return `${rows.length} products in ${base}.html and ${base}.png`;
};

/** Keeps answers for a later comparison. */
const saveAnswers = async (
  { name }: Subject,
  version: string,
  { save, ...options }: Options,
  answers: readonly Answer[],
): Promise<string[]> => {
  if (save === undefined) return [];
  const kept = answers.map(({ product, results }) => ({ product, results: [...results] }));
  await writeAnswers(save, { dataset: name, version, colour: readColour(options), answers: kept });
  return [`${answers.length} answers are kept in ${save}`];
};

const readColour = ({ colour }: Pick<Options, 'colour'>): number => {
  const weight = colour === undefined ? boxDefaults.weights.colour : Number(colour);
  if (weight >= 0) return weight;
  throw new Fault('bad-input', `--colour ${colour ?? ''} is not a weight.`, {
    nextStep: 'Write a number from 0 on, such as --colour 0.3.',
  });
};

const openLive = (name: string, dataset: Dataset, { engine }: Kindred): ProductReader => {
  const reader = engine.products(dataset.tracker);
  if (reader !== null) return reader;
  throw new Fault('not-found', `Nothing is published for ${name}.`, {
    nextStep: `Import it with \`kindred import ${name}\`.`,
  });
};

const measureLooks = async (
  name: string,
  options: Options,
  kindred: Kindred,
  context: CommandContext,
): Promise<void> => {
  const { dataset } = findDataset(kindred.store, name);
  const reader = openLive(name, dataset, kindred);
  const folder = join(dataFiles(context.config).content, 'pictures');
  const files = openLooksFiles(folder, dataset.tracker);
  const decision = await files.readDecision(reader.version);
  const report = decision?.report ?? null;
  const field = options.field ?? report?.field ?? null;
  const subject = await createLooksSubject(reader, field);
  const evaluation = await evaluateCatalogue(subject, Number(options.queries));
  const against = options.against === undefined ? null : await readAnswers(options.against);
  const { measures, answers } = await measureLive(reader, subject, {
    queries: Number(options.queries),
    colour: readColour(options),
    grades: options.judgments === undefined ? null : await readGrades(options.judgments),
    against,
  });
  const stability = await files.readStability(reader.version);
  const material = await readLooksMaterial(folder, dataset);
  const about: Subject = { name, dataset, kindred, context, material };
  const trials = await runTrials(about, subject, options);
  const photos = options.photos === undefined ? null : await measurePhotos(about, reader, options.photos);
  const compared = against && { before: against.answers, now: answers, labelOf: subject.labelOf };
  const sheet = options.sheet === undefined ? null : await writeSheet(about, options.sheet, compared);
  const saved = await saveAnswers(about, reader.version, options, answers);
  context.out.progress.stop();
  const lines = [
    ...(report === null ? ['nothing was decided for this version'] : renderDecision(report)),
    ...renderEvaluation(field, evaluation),
    ...renderMeasures(measures),
    ...(stability === null ? [] : [describeStability(stability)]),
    ...renderTrials(field, trials),
    ...(photos === null ? [] : renderPhotos(photos)),
    ...(sheet === null ? [] : [sheet]),
    ...saved,
  ];
  const result = { version: reader.version, field, decision: report, evaluation, measures, stability };
  context.out.result({ ...result, ...trials, photos }, lines.join('\n'));
};

/** `kindred evaluate looks` */
export const evaluateLooks = (name: string, command: Command): Promise<void> =>
  withKindred(command, (kindred, context) => measureLooks(name, command.opts<Options>(), kindred, context));
