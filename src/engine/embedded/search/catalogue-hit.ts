import type { Hit, StoredRecords } from '../../engine.ts';
import { scoreUnits } from '../../semantics/search/score.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** Its identifier is decoded when it is read: an answer shows the record alone, which contains it. */
export class CatalogueHit implements Hit {
  readonly row: number;
  readonly score: number;
  readonly parts: Hit['parts'];
  readonly #catalogue: Catalogue;

  constructor(catalogue: Catalogue, row: number, units: number, parts: Hit['parts']) {
    this.#catalogue = catalogue;
    this.row = row;
    this.score = units / scoreUnits;
    this.parts = parts;
  }

  get stored(): StoredRecords | null {
    return this.#catalogue.records.packed;
  }

  get record(): Uint8Array {
    return this.#catalogue.records.bytesAt(this.row);
  }

  get identifier(): string {
    return this.#catalogue.rows.identifiers.at(this.row);
  }
}
