import { Type } from 'typebox';
import { Double, Flag, Int32, Nullable, Word } from '../wire.ts';

const Attempt = Type.Object(
  {
    rank: Int32(),
    from: Word(['looks', 'text']),
    searchMode: Word(['All', 'Any']),
    minimumResults: Int32(),
    results: Int32('Organic results before the filters of the caller.'),
    outcome: Word(['enough', 'too few', 'no picture', 'failed']),
  },
  { title: 'Attempt' },
);

const ExplainedDocument = Type.Object(
  {
    identifier: Type.String(),
    score: Double(),
    looks: Nullable(Double()),
    colour: Nullable(Double()),
    text: Nullable(Double()),
    boost: Double('Factor by which campaigns moved it; 1 leaves it alone.'),
    pinned: Flag('Stands here because a campaign put it here.'),
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
        effect: Word(['redirect', 'banner', 'ads', 'promotion', 'intentClarification']),
        priority: Double(),
      }),
    ),
    documents: Type.Array(ExplainedDocument),
    tookMs: Double('Time spent on the answer, in milliseconds.'),
  },
  { title: 'ImageSearchExplanation', description: 'Extension; present with `explain=true` only.' },
);
