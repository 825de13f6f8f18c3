import type { Field } from '../../../domain/dataset.ts';
import { parseRecord, type ProductRecord } from '../../../domain/product-record.ts';
import type { VersionId } from '../../engine.ts';
import type { Columns } from '../columns/column.ts';
import type { PlanLists } from '../neighbours/plan-lists.ts';
import type { VectorFile } from '../vectors/vector-blocks.ts';
import type { Vectors } from '../vectors/vectors.ts';
import type { DerivedFile } from '../storage/derived-file.ts';
import type { Manifest } from '../storage/manifest.ts';
import type { StringTable } from '../storage/strings.ts';
import type { TextIndex } from '../text/index-reader.ts';
import type { FindRemembered } from '../scan/passing-looks.ts';
import type { Rows } from '../rows/rows.ts';
import type { Row } from '../rows/index-spaces.ts';

/** One published product version in memory. Nothing in it ever changes. */
export type Catalogue = {
  readonly version: VersionId;
  readonly fields: readonly Field[];
  /** Weight of the title unless a box says otherwise; null: titles are not compared. */
  readonly titleWeight: number | null;
  readonly minimumScore: number | null;
  readonly comparison: string | null;
  readonly model: string;
  readonly rows: Rows;
  /** Product records as UTF-8 JSON, by row. */
  readonly records: StringTable;
  readonly columns: Columns;
  readonly text: TextIndex;
  readonly vectors: Vectors;
  /** The vectors that were published. */
  readonly vectorFile: VectorFile;
  /** Smaller forms of them; null: the version has none. */
  readonly codes: DerivedFile | null;
  /** Pictures that were published. */
  readonly pictureCount: number;
  /** Reads the SHA-256 of each of them: only the next version needs it. */
  readonly readHashes: () => Promise<StringTable>;
  readonly plans: readonly PlanLists[];
  /** Which looks pass the filters of the last questions. */
  readonly passingLooks: FindRemembered;
  /** Rows that a live change removed. */
  readonly removedRows: ReadonlySet<Row>;
};

/** A published version that the next one can reuse files of. */
export type BaseVersion = { readonly manifest: Manifest; readonly catalogue: Catalogue };

export const readRecord = (records: StringTable, row: Row): ProductRecord => parseRecord(records.at(row));
