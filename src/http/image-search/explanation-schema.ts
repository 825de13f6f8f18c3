import { Type } from 'typebox';
import { Double, Flag, Int32, Nullable, StringEnum } from '../schema-helpers.ts';

const Attempt = Type.Object(
  {
    rank: Int32(),
    from: StringEnum(['looks', 'text']),
    searchMode: StringEnum(['All', 'Any']),
    minimumResults: Int32(),
    results: Int32('Organic results before the filters of the caller.'),
    outcome: StringEnum(['enough', 'too few', 'no picture', 'failed']),
    answered: Flag('The results of this rung are the answer.'),
    reason: Type.String({ description: 'Why the climb ended here or went on, in words.' }),
    tookMs: Double(),
  },
  { title: 'Attempt' },
);

const ExplainedDocument = Type.Object(
  {
    identifier: Type.String(),
    reason: Type.String({ description: 'Why it stands where it stands, in one sentence.' }),
    score: Double(),
    looks: Nullable(Double()),
    colour: Nullable(Double()),
    text: Nullable(Double()),
    boost: Double('Factor by which campaigns moved it; 1 leaves it alone.'),
    pinned: Flag('Stands here because a campaign put it here.'),
    position: Int32('Its place in the whole answer, from 1.'),
    organicPosition: Nullable(
      Int32('Its place by score alone; null for a pin that would not be here by itself.'),
    ),
    campaigns: Type.Array(
      Type.Object({
        ruleId: Int32(),
        name: Type.String(),
        action: StringEnum(['pin', 'boost', 'bury', 'tile']),
        factor: Nullable(Double('What its score was multiplied by; null for a pin.')),
      }),
      { description: 'The campaigns that had a hand in its place.' },
    ),
    shared: Type.Array(Type.Object({ field: Type.String(), values: Type.Array(Type.String()) })),
  },
  { title: 'ExplainedDocument' },
);

export const ImageSearchExplanation = Type.Object(
  {
    ladder: Type.Array(Attempt),
    campaigns: Type.Array(
      Type.Object({
        ruleId: Int32(),
        name: Type.String(),
        effect: StringEnum(['redirect', 'banner', 'ads', 'promotion', 'intentClarification']),
        priority: Double(),
        applied: Flag('It shows in this answer; another one of its kind may have gone before it.'),
      }),
      { description: 'Every campaign that holds, by priority.' },
    ),
    organicResults: Int32('Results without those that campaigns pinned into the set.'),
    documents: Type.Array(ExplainedDocument),
    timings: Type.Array(Type.Object({ part: Type.String(), tookMs: Double() })),
    tookMs: Double('Time spent on the answer, in milliseconds.'),
  },
  { title: 'ImageSearchExplanation', description: 'Extension; present with `explain=true` only.' },
);
