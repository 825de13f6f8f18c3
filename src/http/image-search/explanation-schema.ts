import { Type } from 'typebox';
import { effectKinds } from '../../domain/campaign.ts';
import { candidateSources, searchModes } from '../../domain/settings/choices.ts';
import { Double, Flag, Int32, Nullable, NullableText, StringEnum } from '../schema/schema-helpers.ts';

const Attempt = Type.Object(
  {
    rank: Int32(),
    from: StringEnum(candidateSources),
    searchMode: StringEnum(searchModes),
    minimumResults: Int32(),
    results: Int32('Organic results so far, before the filters of the caller.'),
    outcome: StringEnum(['enough', 'too few', 'no picture', 'failed']),
    answered: Flag('Results of this rung are in the answer.'),
    reason: Type.String({
      description: 'Why the search ended at this rung or went on to the next, in words.',
    }),
    tookMs: Double(),
  },
  { title: 'Attempt' },
);

const ExplainedDocument = Type.Object(
  {
    identifier: Type.String(),
    reason: Type.String({ description: 'Why it has this position, in one sentence.' }),
    score: Double(),
    looks: Nullable(Double()),
    colour: Nullable(Double()),
    title: Nullable(Double('How alike the words of the titles are; null where they are not compared.')),
    text: Nullable(Double()),
    boost: Double('Factor by which campaigns multiplied its score; 1: none.'),
    pinned: Flag('Whether a campaign pinned it to this position.'),
    position: Int32('Its position in the whole result, from 1.'),
    rung: Int32('Rank of the strategy that found it.'),
    organicPosition: Nullable(
      Int32('Its position by score; null for a pin that is not in the result by itself.'),
    ),
    variedFrom: Type.Optional(
      Int32('Its position before results were varied (`diversity`); left out: it was not moved for that.'),
    ),
    campaigns: Type.Array(
      Type.Object({
        ruleId: Int32(),
        name: Type.String(),
        action: StringEnum(['pin', 'boost', 'bury', 'tile']),
        factor: Nullable(Double('What its score was multiplied by; null for a pin.')),
      }),
      { description: 'The campaigns that changed its position.' },
    ),
    shared: Type.Array(Type.Object({ field: Type.String(), values: Type.Array(Type.String()) })),
  },
  { title: 'ExplainedDocument' },
);

export const ImageSearchExplanation = Type.Object(
  {
    comparison: NullableText(
      'How pictures of this catalogue are compared, and why, in one sentence; null: nothing was decided.',
    ),
    predicted: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String(),
          value: Type.String(),
          confidence: Double(
            'Share of the nearest products that have the value, by score; 1: the caller named it.',
          ),
          used: Flag('Whether results must agree in it: from a confidence of .5 on.'),
        }),
        {
          description:
            'What the product of a photo is taken for, in the fields in which results must agree with it. Left out for a product.',
        },
      ),
    ),
    regions: Type.Optional(
      Type.Array(
        Type.Object({
          x: Double(),
          y: Double(),
          width: Double(),
          height: Double(),
          sharpness: Double('How much more the nearest products look like it than those behind them.'),
          used: Flag('Whether the answer is for this part.'),
          cutOut: Flag('Whether what is behind the product was taken away.'),
        }),
        { description: 'The parts of a photo that were tried, in fractions of its sides.' },
      ),
    ),
    wordProducts: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The products that the words beside a photo were taken for.',
      }),
    ),
    ladder: Type.Array(Attempt),
    campaigns: Type.Array(
      Type.Object({
        ruleId: Int32(),
        name: Type.String(),
        effect: StringEnum(effectKinds),
        priority: Double(),
        applied: Flag(
          'Whether it takes effect in this answer; of some effects only the first campaign does.',
        ),
      }),
      { description: 'Every campaign whose conditions hold, by priority.' },
    ),
    redirect: Nullable(
      Type.Object(
        { term: Type.String(), url: Type.String() },
        { description: "The website's redirect of the search term, where no campaign redirects." },
      ),
    ),
    organicResults: Int32('Results without those that campaigns pinned into the set.'),
    documents: Type.Array(ExplainedDocument),
    timings: Type.Array(Type.Object({ part: Type.String(), tookMs: Double() })),
    tookMs: Double('Time spent on the answer, in milliseconds.'),
  },
  { title: 'ImageSearchExplanation', description: 'Extension; present with `explain=true` only.' },
);
