import type { Box } from '../../domain/box.ts';
import { Fault } from '../../errors.ts';
import type { Audit } from '../audit.ts';
import { checked, jsonColumn } from '../database/checked.ts';
import type { Database, Row } from '../database/database.ts';
import { createNamed } from './named.ts';
import { boxShape } from './shapes.ts';
import type { Named, NewBox } from '../store.ts';

type Parts = { readonly database: Database; readonly audit: Audit };

export const createBoxes = ({ database, audit }: Parts): Named<Box, NewBox> =>
  createNamed<Box, NewBox>({
    database,
    audit,
    table: 'boxes',
    noun: 'box',
    read,
    columns: (websiteId, value, tracker) => {
      checked(boxShape, `box ${value.name}`, { id: 1, websiteId, tracker, ...value }, 'bad-input');
      const { name: _, kind, datasetId, ...settings } = value;
      return { kind, dataset_id: datasetId, settings: JSON.stringify(settings) };
    },
    guardChange: (before, value) => {
      if (before.kind === value.kind) return;
      throw new Fault(
        'conflict',
        `The box ${before.name} is of kind ${before.kind}; its kind cannot change.`,
        {
          nextStep: 'Its tracker stands in shops that expect this kind. Give the new box another name.',
        },
      );
    },
    users: (box) => usersOf(database, box),
    shown: (box) => box,
  });

const read = (row: Row): Box => {
  const { id, tracker, name, kind } = row;
  const owned = { id, websiteId: row.website_id, datasetId: row.dataset_id, tracker, name, kind };
  return checked(boxShape, `box ${String(name)}`, { ...jsonColumn(row, 'settings'), ...owned }, 'corrupted');
};

/** A subscription limited to this box alone would be limited to none, and so be open to all. */
const usersOf = (database: Database, { websiteId, id }: Box): string[] => {
  const campaigns = database.all(
    'SELECT name FROM campaigns WHERE website_id = ? AND box_id = ?',
    websiteId,
    id,
  );
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
