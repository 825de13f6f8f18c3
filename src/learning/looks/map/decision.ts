import { type Static, type TSchema, Type } from 'typebox';
import { pictureViews } from '../../../domain/settings/choices.ts';

/*
 * What was decided for a version of a catalogue, as it is stored beside its pictures. Unknown properties are ignored;
 * what is optional was left out by older releases, unless it says more.
 */

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;
type Value<T extends TSchema> = DeepReadonly<Static<T>>;

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const estimate = Type.Object({ mean: Type.Number(), low: Type.Number(), high: Type.Number() });

/** Mean with a 95 % interval. */
export type Estimate = Value<typeof estimate>;

export const settings = Type.Object({
  /** Share of the learnt map beside the vectors of the model; null: those vectors as they are. */
  mix: nullable(Type.Number()),
  /** How many times a box's weight of colour counts. Older releases made it less than 1. */
  colour: Type.Number(),
  /** Weight of the words of the title beside looks (1). */
  words: Type.Number(),
  /** A further field that the map is trained on as well. Left out: only what was declared, or the first. */
  also: Type.Optional(Type.String()),
  /** Older releases averaged each vector with so many of its nearest. */
  averaged: Type.Optional(Type.Integer()),
});

export type Settings = Value<typeof settings>;

const trial = Type.Object({
  settings,
  /** Products that the map was not trained on, of labels that it knows: difference to the settings before this step. */
  unseenProducts: estimate,
  /** Products of labels that it never saw: difference to the base; null when there are too few labels to leave some out. */
  unseenLabels: nullable(estimate),
  /** Colour of the results for unseen products: difference to the settings before; null where pictures do not differ in it. */
  unseenColour: Type.Optional(nullable(estimate)),
  /** What is gained over the settings before this step in kind (unseen labels as often as they come) and colour together. */
  gain: Type.Optional(Type.Number()),
  /** Nearest other picture shows the same product, judged without words: difference to the base; null without such pictures. */
  sameProduct: nullable(Type.Number()),
  /** Likeness in colour of results beyond that of all pictures, as a share of the base; null where the base has none. */
  colourKept: Type.Optional(nullable(Type.Number())),
  /** How many of `all` altered copies find their product first, without words; `base`: with the vectors of the model. */
  copies: Type.Optional(Type.Object({ first: Type.Number(), base: Type.Number(), all: Type.Number() })),
  accepted: Type.Boolean(),
});

export type Trial = Value<typeof trial>;

const calibrationStep = Type.Object({ score: Type.Number(), right: Type.Number() });

/** From this score on, up to the next step, this share of the results is right. */
export type CalibrationStep = Value<typeof calibrationStep>;

const pictureView = Type.Enum([...pictureViews]);

/** Which part of pictures is embedded. */
const view = Type.Object({
  used: pictureView,
  /** What was decided. It waits where all pictures would have to be embedded anew, until the dataset names it. */
  best: pictureView,
  /** Precision at 10 on unseen products of the sample, and what both kind and colour gain over the view before. Empty: it was named. */
  tried: Type.Array(
    Type.Object({
      view: pictureView,
      precision: Type.Number(),
      gain: nullable(estimate),
      accepted: Type.Boolean(),
    }),
  ),
  /** Pictures of the catalogue, and about how many seconds it takes to embed them with the best view. */
  pictures: Type.Number(),
  seconds: Type.Number(),
});

export type ViewDecision = Value<typeof view>;

const labelField = Type.Object({ field: Type.String(), weight: Type.Number() });

const report = Type.Object({
  /** The field that says most. */
  field: nullable(Type.String()),
  /** All fields that were learnt from, that one first. */
  fields: Type.Optional(Type.Array(labelField)),
  pictures: Type.Number(),
  labels: Type.Number(),
  /** Precision at 10 on unseen products, of the base and of what is used. */
  base: nullable(estimate),
  learnt: nullable(estimate),
  /** The same on labels that the map never saw, and the share of what comes that has such a label. */
  newLabels: Type.Optional(Type.Object({ share: Type.Number(), base: Type.Number(), learnt: Type.Number() })),
  /** Left out by embedders that decode elsewhere, and where there are too few pictures. */
  view: Type.Optional(view),
  trials: Type.Array(trial),
  /** What is used; null: the vectors of the model as they are. */
  settings: nullable(settings),
  /** How many results are right at each score, on unseen products; left out without trials, too. */
  calibration: Type.Optional(Type.Array(calibrationStep)),
  reason: Type.String(),
});

export type LooksReport = Value<typeof report>;

export const storedLooks = Type.Object({
  embedder: Type.String(),
  /** Identity of the map; null: the vectors of the model are used as they are. */
  map: nullable(Type.String()),
  counts: Type.Record(Type.String(), Type.Number()),
  /** Pictures that came since the first version, and how many of them had a label that no picture had before. */
  arrivals: Type.Optional(Type.Object({ pictures: Type.Number(), ofNewLabels: Type.Number() })),
  /** The fields that an operator named; left out: they were found by inspection. */
  learnFrom: Type.Optional(Type.Array(labelField)),
  /** The fields whose labels the sample has, in their order. */
  fields: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), weight: Type.Number(), isTrial: Type.Boolean() })),
  ),
  report,
});

export type StoredLooks = Value<typeof storedLooks>;

/** How look-alikes of a new version agree with those of the version before. */
export const stability = Type.Object({
  /** Products that were asked for. */
  products: Type.Integer({ minimum: 1 }),
  /** Share of their ten best that are the same, 0 to 1. */
  unchanged: Type.Number({ minimum: 0, maximum: 1 }),
});

export type Stability = Value<typeof stability>;
