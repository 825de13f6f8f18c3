import { storedSubscription } from '../../contract/subscription.ts';
import { type KeySlot, keySlots, type Subscription } from '../../domain/subscription.ts';
import { Fault } from '../../errors.ts';
import type { StoreParts } from '../database/audit.ts';
import {
  validate,
  parseJsonColumn,
  deleteRows,
  findRow,
  findRows,
  insertRow,
  updateRows,
} from '../database/rows.ts';
import type { Row } from '../database/database.ts';
import { makeKey } from '../keys/keys.ts';
import type { Actor } from '../../domain/operator.ts';
import {
  type IssuedKeys,
  type KeyInfo,
  refuseInvalidKeys,
  type SubscriptionKeys,
} from '../keys/subscription-keys.ts';
import { createRepository } from './repository.ts';

type Scope = Pick<Subscription, 'addressRate' | 'operations'>;
/** Scope that is left out does not restrict: every operation, no limit per address. */
export type NewSubscription = Omit<Subscription, 'id' | 'websiteId' | 'state' | keyof Scope> & Partial<Scope>;

const longestGraceSeconds = 90 * 24 * 3600;

/** The scope of a subscription that does not restrict it. */
const openScope = { addressRate: null, operations: [] } as const;

type Parts = StoreParts & { readonly keys: SubscriptionKeys };

export const createSubscriptions = ({ database, audit, keys }: Parts) => {
  const read = (row: Row): Subscription => {
    const { id, name, kind, state } = row;
    const boxes = findRows(database, 'subscription_boxes', { subscription_id: Number(id) }, 'box_id');
    const boxIds = boxes.map((box) => Number(box.box_id));
    const columns = { id, websiteId: row.website_id, name, kind, state, boxIds };
    const value = { ...openScope, ...parseJsonColumn(row, 'settings'), ...columns };
    return validate(storedSubscription, `subscription ${String(name)}`, value, 'corrupted');
  };

  const byId = (websiteId: number, id: number): Subscription => {
    const row = findRow(database, 'subscriptions', { website_id: websiteId, id });
    if (row) return read(row);
    throw new Fault('not-found', `This website has no subscription with the id ${id}.`);
  };

  const record = (of: Subscription, actor: Actor, verb: string, before: unknown, after: unknown): void => {
    const { websiteId, name } = of;
    audit.record(actor, `subscription.${verb}`, `subscription ${name}`, { websiteId, before, after });
  };

  const writeBoxes = (websiteId: number, id: number, boxIds: readonly number[]): void => {
    const of = { website_id: websiteId, subscription_id: id };
    deleteRows(database, 'subscription_boxes', of);
    for (const boxId of boxIds) insertRow(database, 'subscription_boxes', { ...of, box_id: boxId });
  };

  const rows = createRepository<Subscription, NewSubscription>({
    database,
    audit,
    table: 'subscriptions',
    noun: 'subscription',
    read,
    columns: (websiteId, draft, _, before) => {
      const { kind, state } = { state: 'active' as const, ...before, ...draft };
      const subscription = { ...openScope, id: 1, websiteId, ...draft, state };
      validate(storedSubscription, `subscription ${draft.name}`, subscription, 'bad-input');
      return { kind, state, settings: toSettingsJson(draft) };
    },
    writeParts: (websiteId, id, { boxIds }) => writeBoxes(websiteId, id, boxIds),
    fixedKind: {
      verb: 'is',
      nextStep: 'Its keys are in use for that. Give the new subscription another name.',
    },
  });

  const writeKeys = (of: Subscription, actor: Actor, verb: string, issued: IssuedKeys): void => {
    for (const slot of keySlots) keys.write(of.id, slot, issued[slot], 0);
    const fingerprints = keySlots.map((slot) => [slot, keys.fingerprint(issued[slot])]);
    record(of, actor, verb, null, Object.fromEntries(fingerprints));
  };

  const issueKeys = (of: Subscription, actor: Actor): IssuedKeys => {
    const issued = { primary: makeKey(of.kind), secondary: makeKey(of.kind) };
    writeKeys(of, actor, 'issue-keys', issued);
    return issued;
  };

  const importKeys = (of: Subscription, actor: Actor, imported: IssuedKeys): void => {
    if (keys.hasKeys(of.id, imported)) return;
    refuseInvalidKeys(imported);
    writeKeys(of, actor, 'bring-keys', imported);
  };

  return {
    list: rows.list,
    byName: rows.byName,
    /**
     * `keys` only when this call made them. `imported`: the keys a shop already uses, 32 hex digits each; they
     * replace the current ones.
     */
    put: (
      websiteId: number,
      actor: Actor,
      draft: NewSubscription,
      imported?: IssuedKeys,
    ): { subscription: Subscription; keys: IssuedKeys | null } => {
      const known = rows.byName(websiteId, draft.name);
      const boxIds = [...draft.boxIds].sort((a, b) => a - b);
      const subscription = rows.put(websiteId, actor, { ...openScope, ...draft, boxIds });
      if (imported) importKeys(subscription, actor, imported);
      return { subscription, keys: known || imported ? null : issueKeys(subscription, actor) };
    },
    /**
     * Issues a new key for one slot. The old one of that slot works for `graceSeconds` more (0 by
     * default), and one that was still in its grace period stops at once: there are never more than two of a slot.
     */
    rotate: (websiteId: number, actor: Actor, id: number, slot: KeySlot, graceSeconds = 0): string => {
      refuseInvalidGrace(graceSeconds);
      const of = byId(websiteId, id);
      const before = { [slot]: keys.fingerprint(keys.reveal(id)[slot]) };
      const key = makeKey(of.kind);
      keys.write(id, slot, key, graceSeconds * 1000);
      record(of, actor, 'rotate', before, { [slot]: keys.fingerprint(key), graceSeconds });
      return key;
    },
    setState: (websiteId: number, actor: Actor, id: number, state: Subscription['state']): void => {
      const before = byId(websiteId, id);
      if (before.state === state) return;
      updateRows(database, 'subscriptions', { state }, { id });
      record(before, actor, 'set-state', { state: before.state }, { state });
    },
    /** Masked; the ones in use by slot, then those in their grace period. */
    keys: (websiteId: number, id: number): readonly KeyInfo[] => keys.list(byId(websiteId, id).id),
    /** Clear keys, for Profile. The caller has checked the password again. With an actor it is audited. */
    reveal: (websiteId: number, id: number, actor?: Actor): IssuedKeys => {
      const of = byId(websiteId, id);
      if (actor !== undefined) record(of, actor, 'reveal', null, null);
      return keys.reveal(of.id);
    },
  };
};

const toSettingsJson = ({ name: _, kind: __, boxIds: ___, ...settings }: NewSubscription): string =>
  JSON.stringify({ ...openScope, ...settings });

const refuseInvalidGrace = (graceSeconds: number): void => {
  if (Number.isInteger(graceSeconds) && graceSeconds >= 0 && graceSeconds <= longestGraceSeconds) return;
  throw new Fault('bad-input', `A grace of ${graceSeconds} seconds is not possible.`, {
    nextStep: `Give whole seconds, from 0 to ${longestGraceSeconds} (90 days).`,
  });
};
