import { Type } from 'typebox';
import { feedFaultKinds, importStates } from '../../../domain/import-order.ts';
import { pictureFaultKinds, rowFaultKinds } from '../../../ingest/faults.ts';
import { Nullable, NullableText, StringEnum } from '../../schema/schema-helpers.ts';
import { ClosedComponent, Component, Count, Instant, Page, ReasonDetail } from '../contract/field-schemas.ts';
import { route, type SchemaValue } from '../contract/route.ts';

const faultFields = {
  kind: StringEnum(
    pictureFaultKinds,
    '`none-named`: the feed names no picture. `file-missing`: it names a file that is not there. `address-answers`: the address answers with an error. `no-picture`: what is there is something else.',
  ),
  value: NullableText('The HTTP status, the host, or the reason itself for `other`.'),
};

export const PictureFault = Component('PictureFault', faultFields);

export const PictureFaultGroup = Component('PictureFaultGroup', {
  ...faultFields,
  count: Count('Products without a picture for this reason.'),
});

const PicturesForm = ClosedComponent('PicturesForm', {}, { description: 'Nothing but the file, as a form.' });

const Refusal = Component('RefusedPicture', {
  name: Type.String(),
  reason: StringEnum(
    ['not-a-picture', 'too-large', 'unreadable', 'name-twice'],
    '`not-a-picture`: neither JPEG, PNG, GIF, WebP nor AVIF. `too-large`: above 10 MB.',
  ),
});

const ReceivedPictures = Component('ReceivedPictures', {
  added: Count(),
  replaced: Count(),
  refused: Count(),
  refusals: Type.Array(Refusal, { description: 'The first hundred.' }),
  total: Count('Pictures that are there now.'),
});

const pictures = '/admin/websites/{website}/datasets/{dataset}/pictures';

export const pictureRoutes = [
  route('addPictures', 'POST', pictures, 'merchandiser', {
    summary: 'Add pictures for the file names of the feed: a ZIP file. The next import uses them.',
    body: PicturesForm,
    upload: 'pictures',
    response: ReceivedPictures,
    status: 201,
  }),
  route('removePictures', 'DELETE', pictures, 'owner', {
    summary: 'Remove all pictures that were added.',
    response: null,
  }),
] as const;

const ImportState = StringEnum(importStates, '`waiting` for approval; `checked` is the end of a dry run.');

const ImportPictures = Component('ImportPictures', {
  found: Count('Products with a usable picture.'),
  missing: Count('Products without one.'),
  faults: Type.Array(PictureFaultGroup, { description: 'Why, the most frequent first.' }),
});

export const ImportSummary = Component('ImportSummary', {
  id: Type.String(),
  state: ImportState,
  step: NullableText('What it is doing while it runs: reading, pictures, embedding, building …'),
  startedAt: Instant(),
  finishedAt: Nullable(Instant()),
  dryRun: Type.Boolean(),
  rows: Count(),
  faultyRows: Count(),
  added: Count(),
  changed: Count(),
  removed: Count(),
  pictures: Nullable(ImportPictures),
  version: NullableText('The version it published, or built and waits with.'),
  reason: NullableText('Why it waits, or why it failed.'),
  reasonDetail: Nullable(ReasonDetail),
});

const ImportProgress = Component(
  'ImportProgress',
  {
    state: ImportState,
    step: NullableText(),
    rows: Count(),
    pictures: Count(),
    vectors: Count(),
    rate: Nullable(Type.Number({ description: 'Of what the step counts, a second.' })),
    etaSeconds: Nullable(Type.Number()),
  },
  { description: 'The data of each event.' },
);

const DiffRow = Component('DiffRow', {
  identifier: Type.String(),
  displayText: Type.String(),
  changes: Type.Optional(Type.Array(Type.String(), { description: 'Names of the fields that changed.' })),
});

const ImportDiff = Component('ImportDiff', {
  added: Type.Array(DiffRow, { description: 'The first hundred of each.' }),
  changed: Type.Array(DiffRow),
  removed: Type.Array(DiffRow),
  counts: Type.Object({ added: Count(), changed: Count(), removed: Count() }),
});

const StartImport = ClosedComponent('StartImport', {
  dryRun: Type.Optional(Type.Boolean({ description: 'Read and compare; publish nothing.' })),
  approve: Type.Optional(Type.Boolean({ description: 'Publish even when the guard would wait.' })),
});

const FaultQuery = Type.Object({ page: Page });

/** Kinds of rows and of pictures; both have `other`. */
const faultCauses = [...new Set([...rowFaultKinds, ...pictureFaultKinds])] as const;

const ImportFault = Component('ImportFault', {
  line: Nullable(Count('Line of the feed; null where it is about none.')),
  kind: StringEnum(
    feedFaultKinds,
    '`row`: left out. `duplicate`: a later row of the identifier won. `picture`: published without one.',
  ),
  identifier: NullableText(),
  reason: Type.String(),
  cause: Component('ImportFaultCause', {
    kind: StringEnum(faultCauses, 'For programs that translate the reason; `other`: it is in no kind.'),
    value: NullableText('The names, the number or the text that the reason is about.'),
  }),
});

const FaultPage = Component('FaultPage', {
  faults: Type.Array(ImportFault),
  count: Count(),
  page: Count(),
  pageSize: Count(),
});

const FaultsFile = Type.String({ description: 'line,kind,identifier,reason' });

export type WireImportSummary = SchemaValue<typeof ImportSummary>;
export type WireImportDiff = SchemaValue<typeof ImportDiff>;
export type WireFaultPage = SchemaValue<typeof FaultPage>;

const imports = '/admin/websites/{website}/datasets/{dataset}/imports';

export const importRoutes = [
  route('startImport', 'POST', imports, 'merchandiser', {
    summary: 'Start an import from the source of the dataset, or from an uploaded file.',
    body: StartImport,
    upload: 'feed',
    response: ImportSummary,
    status: 202,
  }),
  route('listImports', 'GET', imports, 'viewer', {
    summary: 'The imports of a dataset, newest first.',
    response: Type.Array(ImportSummary),
  }),
  route('getImport', 'GET', `${imports}/{import}`, 'viewer', {
    summary: 'One import.',
    response: ImportSummary,
  }),
  route('followImport', 'GET', `${imports}/{import}/events`, 'viewer', {
    summary: 'Follow an import as it runs: server-sent events, the last one when it has ended.',
    response: ImportProgress,
    media: 'text/event-stream',
  }),
  route('cancelImport', 'POST', `${imports}/{import}/cancel`, 'merchandiser', {
    summary: 'Stop an import. The live version stays.',
    response: null,
  }),
  route('approveImport', 'POST', `${imports}/{import}/approve`, 'merchandiser', {
    summary: 'Publish an import that waits for approval.',
    response: ImportSummary,
    status: 202,
  }),
  route('getImportFaults', 'GET', `${imports}/{import}/faults`, 'viewer', {
    summary: 'Every row with a fault, as a table to download.',
    response: FaultsFile,
    media: 'text/csv',
  }),
  route('listImportFaults', 'GET', `${imports}/{import}/fault-rows`, 'viewer', {
    summary: 'Rows with a fault, page by page, in the order of the feed.',
    query: FaultQuery,
    response: FaultPage,
  }),
  route('getImportDiff', 'GET', `${imports}/{import}/diff`, 'viewer', {
    summary: 'What an import adds, changes and removes.',
    response: ImportDiff,
  }),
] as const;
