import type { PictureVectors, ProductReader } from '../engine.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { createRowReader } from './catalogue/read-rows.ts';
import { readSource } from './catalogue/restrictions.ts';
import { findPicture, groupName, listMembers, type Row } from './rows/rows.ts';
import { searchCatalogue } from './search/search-catalogue.ts';
import { readVector } from './vectors/vector-shape.ts';

export const createProductReader = (catalogue: Catalogue): ProductReader => {
  const { rows, removedRows } = catalogue;
  return {
    version: catalogue.version,
    fields: catalogue.fields,
    titleWeight: catalogue.titleWeight,
    minimumScore: catalogue.minimumScore,
    comparison: catalogue.comparison,
    model: catalogue.model,
    size: rows.size - removedRows.size,
    source: async (identifier) => {
      const row = findRow(catalogue, identifier);
      return row < 0 ? null : readSource(catalogue, row, rows.identifiers.at(row));
    },
    search: async (query) => {
      const rungs = [...(query.ahead ?? []), query];
      if (rungs.some(({ seed }) => seed.kind === 'looks')) await catalogue.vectors.load();
      return searchCatalogue(catalogue, query);
    },
    pictures: async (identifiers) => {
      await catalogue.vectors.load();
      return identifiers.map((identifier) => readPicture(catalogue, findRow(catalogue, identifier)));
    },
    ...createRowReader(catalogue),
  };
};

const readPicture = ({ rows, vectors }: Catalogue, row: Row): PictureVectors | null => {
  const picture = findPicture(rows, row);
  if (picture < 0) return null;
  const { floats, start } = vectors.read(picture);
  return readVector(floats, vectors.shape, start);
};

/** -1: unknown, or removed by a live change. */
const findRow = (catalogue: Catalogue, identifier: string): number => {
  const row = catalogue.rows.identifiers.find(identifier);
  return row < 0 || catalogue.removedRows.has(row) ? findFirstVariant(catalogue, identifier) : row;
};

/** The first row of a group; -1: there is none. */
const findFirstVariant = ({ rows, removedRows }: Catalogue, groupId: string): number => {
  const family = rows.groups.indexOf(groupName(groupId));
  return family < 0 ? -1 : (listMembers(rows, family).find((row) => !removedRows.has(row)) ?? -1);
};
