import { storedDataset } from '../../contract/dataset.ts';
import type { Dataset, FeedAuth } from '../../domain/dataset.ts';
import type { StoreParts } from '../database/audit.ts';
import { validate, parseJsonColumn, findRows } from '../database/rows.ts';
import type { Database, Row } from '../database/database.ts';
import { createRepository } from './repository.ts';
import type { Secrets } from '../keys/encryption.ts';

export type NewDataset = Omit<Dataset, 'id' | 'websiteId' | 'tracker'>;

type Parts = StoreParts & { readonly secrets: Secrets };

/** The credentials of a feed (password, header) are stored encrypted. */
export const createDatasets = ({ database, audit, secrets }: Parts) =>
  createRepository<Dataset, NewDataset>({
    database,
    audit,
    table: 'datasets',
    noun: 'dataset',
    read: (row) => readDataset(row, secrets),
    columns: (websiteId, value, tracker) => {
      validate(storedDataset, `dataset ${value.name}`, { id: 1, websiteId, tracker, ...value }, 'bad-input');
      const { name: _, kind, productsId, source, ...settings } = value;
      const auth = source?.auth ?? null;
      return {
        kind,
        products_id: productsId,
        settings: JSON.stringify({ source: source && { ...source, auth: null }, ...settings }),
        sealed_auth: auth && secrets.encrypt(authPurpose(tracker), JSON.stringify(auth)),
      };
    },
    fixedKind: {
      verb: 'holds',
      nextStep: 'Give the new dataset another name, or remove the old one first.',
    },
    findReferences: (dataset) => findReferences(database, dataset),
    toAuditValue: (dataset) => maskSecrets(dataset, secrets),
  });

const readDataset = (row: Row, secrets: Secrets): Dataset => {
  const { id, tracker, name, kind } = row;
  const settings = parseJsonColumn(row, 'settings') as Partial<Pick<Dataset, 'source'>>;
  const source = settings.source && { ...settings.source, auth: decryptAuth(row, secrets) };
  const columns = { id, websiteId: row.website_id, tracker, name, kind, productsId: row.products_id };
  return validate(storedDataset, `dataset ${String(name)}`, { ...settings, source, ...columns }, 'corrupted');
};

const decryptAuth = (row: Row, secrets: Secrets): unknown => {
  if (row.sealed_auth === null) return null;
  return JSON.parse(secrets.decrypt(authPurpose(String(row.tracker)), String(row.sealed_auth)));
};

/** The purpose that the credentials of a feed are encrypted for. */
export const authPurpose = (tracker: string): string => `feed auth of dataset ${tracker}`;

const findReferences = (database: Database, { websiteId, id }: Dataset): string[] => {
  const boxes = findRows(database, 'boxes', { website_id: websiteId, dataset_id: id }, 'id');
  const datasets = findRows(database, 'datasets', { website_id: websiteId, products_id: id }, 'id');
  return [
    ...boxes.map(({ name }) => `box ${String(name)}`),
    ...datasets.map(({ name }) => `dataset ${String(name)}`),
  ];
};

/** Replaces the secret by a keyed fingerprint: the audit shows that it changed, and not what it is. */
const maskSecrets = (dataset: Dataset, secrets: Secrets): unknown => {
  const auth = dataset.source?.auth;
  if (!dataset.source || !auth) return dataset;
  const fingerprint = (clear: string) => `secret ${secrets.keyedHash(clear).toString('hex').slice(0, 8)}`;
  const maskedAuth: FeedAuth =
    auth.kind === 'basic'
      ? { ...auth, password: fingerprint(auth.password) }
      : { ...auth, value: fingerprint(auth.value) };
  return { ...dataset, source: { ...dataset.source, auth: maskedAuth } };
};
