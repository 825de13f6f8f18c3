import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { storedWebsite } from '../../contract/website.ts';
import type { Website } from '../../domain/website.ts';
import { Fault } from '../../errors.ts';
import type { StoreParts } from '../database/audit.ts';
import { validate, parseJsonColumn, deleteRows, findRow, insertRow, updateRows } from '../database/rows.ts';
import type { Row } from '../database/database.ts';
import type { Actor } from '../../domain/operator.ts';

/** Those that are left out stay as they are; a new website has none. */
type LaterSettings = 'currency' | 'timeZone' | 'redirects';
export type NewWebsite = Omit<Website, 'id' | 'tracker' | LaterSettings> &
  Partial<Pick<Website, LaterSettings>>;

export const createWebsites = ({ database, audit }: StoreParts) => {
  const byName = (name: string): Website | null => {
    const row = findRow(database, 'websites', { name });
    return row ? readWebsite(row) : null;
  };

  const insert = (actor: Actor, draft: NewWebsite): Website => {
    const values = { tracker: randomUUID(), ...laterSettings, ...draft };
    validate(storedWebsite, `website ${draft.name}`, { id: 1, ...values }, 'bad-input');
    const { tracker, name } = values;
    const id = insertRow(database, 'websites', { tracker, name, settings: toSettingsJson(values) });
    const website = { id, ...values };
    record(actor, 'create', null, website);
    return website;
  };

  const update = (actor: Actor, before: Website, draft: NewWebsite): Website => {
    const after = { ...before, ...draft };
    if (isDeepStrictEqual(before, after)) return before;
    validate(storedWebsite, `website ${draft.name}`, after, 'bad-input');
    updateRows(database, 'websites', { settings: toSettingsJson(after) }, { id: before.id });
    record(actor, 'update', before, after);
    return after;
  };

  const record = (actor: Actor, verb: string, before: Website | null, after: Website | null): void => {
    const { id: websiteId, name } = after ?? before ?? { id: 0, name: '' };
    audit.record(actor, `website.${verb}`, `website ${name}`, { websiteId, before, after });
  };

  return {
    list: (): readonly Website[] => database.all('SELECT * FROM websites ORDER BY id').map(readWebsite),
    byName,
    byId: (id: number): Website | null => {
      const row = findRow(database, 'websites', { id });
      return row ? readWebsite(row) : null;
    },
    put: (actor: Actor, draft: NewWebsite): Website => {
      const known = byName(draft.name);
      return known ? update(actor, known, draft) : insert(actor, draft);
    },
    remove: (actor: Actor, id: number): void => {
      const row = findRow(database, 'websites', { id });
      if (!row) throw new Fault('not-found', `There is no website with the id ${id}.`);
      deleteRows(database, 'websites', { id });
      record(actor, 'remove', readWebsite(row), null);
    },
  };
};

const toSettingsJson = ({ id: _, tracker: __, name: ___, ...settings }: Partial<Website>): string =>
  JSON.stringify(settings);

/** Older releases stored none of them. */
const laterSettings = { currency: null, timeZone: null, redirects: [] };

const readWebsite = (row: Row): Website => {
  const { id, tracker, name } = row;
  const value = { ...laterSettings, ...parseJsonColumn(row, 'settings'), id, tracker, name };
  return validate(storedWebsite, `website ${String(name)}`, value, 'corrupted');
};
