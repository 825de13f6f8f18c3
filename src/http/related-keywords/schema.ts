import { Type } from 'typebox';
import { signals } from '../../domain/suggestion.ts';
import { Double, Int32, Nullable, NullableText, type Wire, StringEnum } from '../schema/schema-helpers.ts';

export const relatedKeywordsParameters = Type.Object({
  btr: Type.String({ format: 'uuid', description: 'Tracker of the related keyword or related product box.' }),
  pattern: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Keyword text typed in the search input. White space around it is dropped.',
  }),
  explain: Type.Optional(
    Type.Boolean({ description: 'Extension. Adds the `explain` block: why each suggestion is here.' }),
  ),
});

const Suggestion = Type.Object(
  {
    text: NullableText('The keyword, or the name of the product, as a shopper would type it: in lower case.'),
    displayText: NullableText('Best-known spelling.'),
    url: NullableText(
      'Where it leads: the search page of the shop, the redirect of this term, or the page of the product.',
    ),
    dsTracker: NullableText('Tracker of the dataset it came from, so that a click can be credited.'),
  },
  { title: 'Suggestion' },
);

const Evidence = Type.Object(
  {
    signal: StringEnum(signals),
    weight: Double('What this signal added to the score.'),
    shoppers: Type.Optional(Int32('Different shoppers behind it.')),
    products: Type.Optional(Int32('Products it finds.')),
    lastSeen: Type.Optional(Type.String({ description: 'ISO 8601 date.' })),
  },
  { title: 'Evidence' },
);

const SuggestionExplanation = Type.Object(
  {
    understoodAs: NullableText('The known pattern that was answered for, when it is not the one typed.'),
    suggestions: Type.Array(
      Type.Object({
        text: Type.String(),
        score: Double(),
        identifier: NullableText('The product it leads to.'),
        evidence: Type.Array(Evidence),
        redirect: Type.Optional(
          Type.String({ description: "The term of the website's redirect that its `url` is from." }),
        ),
      }),
    ),
    tookMs: Double('Time spent on the answer, in milliseconds.'),
  },
  { title: 'SuggestionExplanation', description: 'Extension; present with `explain=true` only.' },
);

export const SuggestionList = Type.Object(
  {
    suggestions: Nullable(Type.Array(Suggestion)),
    explain: Type.Optional(SuggestionExplanation),
  },
  { title: 'SuggestionList' },
);

export type WireSuggestionList = Wire<typeof SuggestionList>;
