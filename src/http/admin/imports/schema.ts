import { Type } from 'typebox';
import { pictureFaultKinds } from '../../../ingest/pictures/picture-faults.ts';
import { rowFaultKinds } from '../../../ingest/row-faults.ts';
import { Nullable, NullableText, StringEnum } from '../../schema/schema-helpers.ts';
import { PictureFaultGroup } from '../pictures/schema.ts';
import { ReasonDetail } from '../contract/error-schema.ts';
import { ClosedComponent, Component, Count, Instant, Page } from '../contract/field-schemas.ts';
import type { SchemaValue } from '../contract/route.ts';

const ImportState = StringEnum(
  ['queued', 'running', 'waiting', 'published', 'checked', 'failed', 'cancelled'],
  '`waiting` for approval; `checked` is the end of a dry run.',
);

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

export const ImportProgress = Component(
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

export const ImportDiff = Component('ImportDiff', {
  added: Type.Array(DiffRow, { description: 'The first hundred of each.' }),
  changed: Type.Array(DiffRow),
  removed: Type.Array(DiffRow),
  counts: Type.Object({ added: Count(), changed: Count(), removed: Count() }),
});

export const StartImport = ClosedComponent('StartImport', {
  dryRun: Type.Optional(Type.Boolean({ description: 'Read and compare; publish nothing.' })),
  approve: Type.Optional(Type.Boolean({ description: 'Publish even when the guard would wait.' })),
});

export const FaultQuery = Type.Object({ page: Page });

/** Kinds of rows and of pictures; both have `other`. */
const faultCauses = [...new Set([...rowFaultKinds, ...pictureFaultKinds])] as const;

export const ImportFault = Component('ImportFault', {
  line: Nullable(Count('Line of the feed; null where it is about none.')),
  kind: StringEnum(
    ['row', 'duplicate', 'picture', 'notice'],
    '`row`: left out. `duplicate`: a later row of the identifier won. `picture`: published without one.',
  ),
  identifier: NullableText(),
  reason: Type.String(),
  cause: Component('ImportFaultCause', {
    kind: StringEnum(faultCauses, 'For programs that translate the reason; `other`: it is in no kind.'),
    value: NullableText('The names, the number or the text that the reason is about.'),
  }),
});

export const FaultPage = Component('FaultPage', {
  faults: Type.Array(ImportFault),
  count: Count(),
  page: Count(),
  pageSize: Count(),
});

export const FaultsFile = Type.String({ description: 'line,kind,identifier,reason' });

export type WireImportSummary = SchemaValue<typeof ImportSummary>;
export type WireFaultPage = SchemaValue<typeof FaultPage>;
