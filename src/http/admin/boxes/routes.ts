import { Type } from 'typebox';
import { boxDeclaration, curatedText, curatedTexts, type DeclaredBox } from '../../../contract/box.ts';
import { campaignDeclaration } from '../../../contract/campaign.ts';
import { boxKinds } from '../../../domain/box.ts';
import { configurationLimits as limits } from '../../../domain/settings/limits.ts';
import { ImageSearchResult } from '../../image-search/schema.ts';
import { SuggestionList } from '../../related-keywords/schema.ts';
import { Nullable, StringEnum } from '../../schema/schema-helpers.ts';
import { ClosedComponent, Component, Count, Instant, Titled } from '../contract/field-schemas.ts';
import { route, type SchemaValue } from '../contract/route.ts';

const [search, related] = (boxDeclaration as unknown as { readonly oneOf: readonly [object, object] }).oneOf;

/** Without the declaration's discriminator: in OpenAPI its values would be schema names, not box kinds. */
export const BoxDeclaration = Type.Unsafe<DeclaredBox>({
  oneOf: [
    { ...search, title: 'SearchBoxDeclaration' },
    { ...related, title: 'RelatedBoxDeclaration' },
  ],
  title: 'BoxDeclaration',
});

export const CampaignDeclaration = Titled('CampaignDeclaration', campaignDeclaration);

const Box = Component('Box', {
  declaration: BoxDeclaration,
  tracker: Type.String({ description: '`btr`' }),
  kind: StringEnum(boxKinds),
  dataset: Type.String(),
  traffic: Nullable(
    Type.Array(Count(), {
      description: 'Calls of the last 24 hours, by hour, oldest first; null where nothing was counted.',
    }),
  ),
});

const PreviewParameters = ClosedComponent('PreviewParameters', {
  top: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  filter: Type.Optional(Type.String({ minLength: 1, maxLength: 4000 })),
  facetFilter: Type.Optional(Type.String({ minLength: 1, maxLength: 4000 })),
  orderby: Type.Optional(Type.String({ minLength: 1, maxLength: 400 })),
  tile: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
});

const PreviewPhoto = ClosedComponent('PreviewPhoto', {
  data: Type.String({
    minLength: 1,
    maxLength: 900_000,
    pattern: '^[A-Za-z0-9+/]+={0,2}$',
    description: 'The bytes of the picture, base64.',
  }),
  region: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The part to search for: `x,y,width,height` in fractions, or `auto`.',
    }),
  ),
  pattern: Type.Optional(Type.String({ maxLength: 200, description: 'Words beside the photo.' })),
});

const PreviewRequest = ClosedComponent('PreviewRequest', {
  identifier: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'For a search box: the product.' }),
  ),
  photo: Type.Optional(PreviewPhoto),
  pattern: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'For a related box: the keyword. For a search box: the search term that led here.',
    }),
  ),
  at: Type.Optional(Instant('As of when campaigns are chosen; left out: now.')),
  campaigns: StringEnum(['published', 'drafts', 'none'], '`drafts`: published ones and drafts.'),
  draft: Type.Optional(CampaignDeclaration),
  settings: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Unsaved settings of the box, named as in its declaration.',
    }),
  ),
  parameters: Type.Optional(PreviewParameters),
});

const PreviewAnswer = Type.Union([ImageSearchResult, SuggestionList], {
  description: 'What the operation of the box answers, with `explain`.',
});

const CurationEntry = ClosedComponent('CurationEntry', {
  pattern: Nullable(curatedText({ description: 'null: for every pattern.' })),
  add: curatedTexts('Shown first, in this order.', limits.curatedAdditions),
  hide: curatedTexts('Never shown.', limits.curatedRemovals),
  replace: Type.Optional(Type.Boolean({ description: 'Whether what is added is all that is shown.' })),
});

const Curation = Type.Array(CurationEntry, { maxItems: limits.curationEntries });

export type WirePreviewRequest = SchemaValue<typeof PreviewRequest>;

const boxes = '/admin/websites/{website}/boxes';
const box = `${boxes}/{box}` as const;

export const boxRoutes = [
  route('listBoxes', 'GET', boxes, 'viewer', {
    summary: 'The boxes of the website.',
    response: Type.Array(Box),
  }),
  route('createBox', 'POST', boxes, 'owner', {
    summary: 'Create a box.',
    body: BoxDeclaration,
    isDeclaration: true,
    response: Box,
    status: 201,
  }),
  route('getBox', 'GET', box, 'viewer', { summary: 'One box.', response: Box }),
  route('updateBox', 'PUT', box, 'merchandiser', {
    summary: 'Change the settings of a box. Its name, kind and tracker stay.',
    body: BoxDeclaration,
    isDeclaration: true,
    response: Box,
  }),
  route('removeBox', 'DELETE', box, 'owner', {
    summary: 'Remove a box. Its tracker is never used again.',
    response: null,
  }),
  route('previewBox', 'POST', `${box}/preview`, 'viewer', {
    summary: 'Run the operation of the box, with settings, drafts and a date to try out. Changes nothing.',
    body: PreviewRequest,
    response: PreviewAnswer,
  }),
  route('getCuration', 'GET', `${box}/curation`, 'viewer', {
    summary: 'What operators add to and hide from the suggestions of a related box.',
    response: Curation,
  }),
  route('putCuration', 'PUT', `${box}/curation`, 'merchandiser', {
    summary: 'Replace the curation of a related box.',
    body: Curation,
    response: Curation,
  }),
] as const;
