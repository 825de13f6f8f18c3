import { storedBox } from '../../contract/box.ts';
import type { Box } from '../../domain/box.ts';
import type { StoreParts } from '../database/audit.ts';
import { parseJsonColumn, rememberRows, validate, findRows } from '../database/rows.ts';
import type { Database, Row } from '../database/database.ts';
import { createRepository } from './repository.ts';

type OmitEach<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type NewBox = OmitEach<Box, 'id' | 'websiteId' | 'tracker'>;

export const createBoxes = ({ database, audit }: StoreParts) =>
  createRepository<Box, NewBox>({
    database,
    audit,
    table: 'boxes',
    noun: 'box',
    read: rememberRows(readBox, 'id'),
    columns: (websiteId, value, tracker) => {
      validate(storedBox, `box ${value.name}`, { id: 1, websiteId, tracker, ...value }, 'bad-input');
      const { name: _, kind, datasetId, ...settings } = value;
      return { kind, dataset_id: datasetId, settings: JSON.stringify(settings) };
    },
    fixedKind: {
      verb: 'is of kind',
      nextStep: 'Shops use its tracker and expect this kind. Give the new box another name.',
    },
    findReferences: (box) => findReferences(database, box),
  });

const readBox = (row: Row): Box => {
  const { id, tracker, name, kind } = row;
  const columns = { id, websiteId: row.website_id, datasetId: row.dataset_id, tracker, name, kind };
  return validate(
    storedBox,
    `box ${String(name)}`,
    { ...parseJsonColumn(row, 'settings'), ...columns },
    'corrupted',
  );
};

/** Subscriptions count too: one limited to this box alone would be left without a limit, and so open to every box. */
const findReferences = (database: Database, { websiteId, id }: Box): string[] => {
  const campaigns = findRows(database, 'campaigns', { website_id: websiteId, box_id: id }, 'rule_id');
  const subscriptions = database.all(
    `SELECT name FROM subscriptions JOIN subscription_boxes ON subscription_id = subscriptions.id
     WHERE subscriptions.website_id = ? AND box_id = ?`,
    websiteId,
    id,
  );
  return [
    ...campaigns.map(({ name }) => `campaign ${String(name)}`),
    ...subscriptions.map(({ name }) => `subscription ${String(name)}`),
  ];
};
