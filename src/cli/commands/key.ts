import { Command, Option } from 'commander';
import { keyKinds, operationNames } from '../../domain/settings/choices.ts';
import {
  type KeyKind,
  type KeySlot,
  keySlots,
  type OperationName,
  type Quota,
  type Rate,
  type SubscriptionState,
} from '../../domain/subscription.ts';
import { Fault } from '../../errors.ts';
import { findSubscription, findWebsite, invalidValue, parseSubscriptionName } from '../terminal/names.ts';
import { kindredCommand } from '../terminal/run-command.ts';
import { readLinesFromStdin } from '../terminal/secret-input.ts';
import { formatTable } from '../terminal/output.ts';

const actor = 'command line';

const parseRate = (text: string | undefined): Rate | null => {
  if (text === undefined) return null;
  const [, calls, perSeconds] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  if (!calls || !perSeconds) throw invalidValue('rate', text, '100/10: a hundred calls in ten seconds');
  return { calls: Number(calls), perSeconds: Number(perSeconds) };
};

const parseQuota = (text: string | undefined): Quota | null => {
  if (text === undefined) return null;
  const [, calls, per] = /^([1-9]\d*)\/(hour|day|week|month)$/.exec(text) ?? [];
  if (!calls || !per) throw invalidValue('quota', text, '1000000/month; hour, day and week are possible too');
  return { calls: Number(calls), per: per as Quota['per'] };
};

type CreateOptions = {
  readonly kind: KeyKind;
  readonly rate?: string;
  readonly addressRate?: string;
  readonly quota?: string;
  readonly origin: readonly string[];
  readonly operation: readonly OperationName[];
};

const create = (): Command =>
  kindredCommand(
    new Command('create')
      .description('make a subscription and show its two keys')
      .argument('<website/subscription>', 'name of the new subscription')
      .addOption(new Option('--kind <kind>', 'who uses it').choices(keyKinds).default('secret'))
      .option('--rate <calls/seconds>', 'calls within a time, such as 100/10')
      .option('--address-rate <calls/seconds>', 'the same for each address that calls')
      .option('--quota <calls/period>', 'calls within a calendar period, such as 1000000/month')
      .option('--origin <origins...>', 'where a publishable key may be used: https://shop.example', [])
      .addOption(
        new Option('--operation <operations...>', 'what it may call; everything unless given')
          .choices([...operationNames])
          .default([]),
      ),
    [
      'key create luma/shop --rate 100/10 --quota 1000000/month',
      'key create luma/browser --kind publishable --origin https://luma.example --address-rate 20/10',
    ],
    async ({ store }, { out }, text: string, options: CreateOptions) => {
      const { website, name } = parseSubscriptionName(store, text);
      if (store.subscriptions.byName(website.id, name)) {
        throw new Fault('conflict', `The subscription ${text} exists already.`, {
          nextStep: `For new keys: \`kindred key rotate ${text}\`.`,
        });
      }
      const { subscription, keys } = await store.subscriptions.put(website.id, actor, {
        name,
        kind: options.kind,
        rate: parseRate(options.rate),
        quota: parseQuota(options.quota),
        addressRate: parseRate(options.addressRate),
        boxIds: [],
        operations: options.operation,
        origins: options.origin,
      });
      const value = { website: website.name, subscription: subscription.name, kind: subscription.kind, keys };
      out.result(value, `primary    ${keys?.primary ?? ''}\nsecondary  ${keys?.secondary ?? ''}`);
    },
  );

const rotate = (): Command =>
  kindredCommand(
    new Command('rotate')
      .description('replace one key; the other slot goes on')
      .argument('<website/subscription>', 'whose key')
      .addOption(new Option('--slot <slot>', 'which key').choices(keySlots).default('primary'))
      .option('--grace <time>', 'how long the old key goes on: 90s, 30m, 24h or 7d', '0s'),
    ['key rotate luma/shop --grace 24h', 'key rotate luma/shop --slot secondary'],
    async ({ store }, { out }, text: string, options: { readonly slot: KeySlot; readonly grace: string }) => {
      const { slot } = options;
      const { website, subscription } = findSubscription(store, text);
      const graceSeconds = parseDuration(options.grace);
      const key = await store.subscriptions.rotate(website.id, actor, subscription.id, slot, graceSeconds);
      const value = { website: website.name, subscription: subscription.name, slot, key, graceSeconds };
      out.result(value, `${slot}  ${key}`);
    },
  );

/** Seconds. */
const parseDuration = (text: string): number => {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const seconds = { s: 1, m: 60, h: 3600, d: 86_400 }[unit ?? ''];
  if (count === undefined || seconds === undefined) throw invalidValue('length of time', text, '24h');
  return Number(count) * seconds;
};

const bring = (): Command =>
  kindredCommand(
    new Command('bring')
      .description('give a subscription the two keys a shop already uses (32 hex digits each, from stdin)')
      .argument('<website/subscription>', 'which one'),
    ['key bring luma/shop < keys.txt'],
    async ({ store }, { out }, text: string) => {
      const { website, subscription } = findSubscription(store, text);
      const [primary = '', secondary = ''] = await readLinesFromStdin(2, 'the primary and the secondary key');
      await store.subscriptions.put(website.id, actor, subscription, { primary, secondary });
      const value = { website: website.name, subscription: subscription.name };
      out.result(value, `${text} is called with the keys it brought along.`);
    },
  );

const list = (): Command =>
  kindredCommand(
    new Command('list')
      .description('subscriptions of a website and their keys, masked')
      .argument('<website>', 'name of the website'),
    ['key list luma'],
    async ({ store }, { out }, name: string) => {
      const website = findWebsite(store, name);
      const subscriptions = store.subscriptions.list(website.id).map((subscription) => ({
        name: subscription.name,
        kind: subscription.kind,
        state: subscription.state,
        keys: store.subscriptions.keys(website.id, subscription.id),
      }));
      const rows = subscriptions.flatMap(({ keys, ...of }) =>
        keys.map(({ slot, masked, graceUntil }) => [
          of.name,
          of.kind,
          of.state,
          slot,
          masked,
          graceUntil === null ? '' : `until ${graceUntil}`,
        ]),
      );
      out.result(subscriptions, formatTable([['name', 'kind', 'state', 'slot', 'key', ''], ...rows]));
    },
  );

const setState = (verb: string, state: SubscriptionState, description: string): Command =>
  kindredCommand(
    new Command(verb).description(description).argument('<website/subscription>', 'which one'),
    [`key ${verb} luma/shop`],
    async ({ store }, { out }, text: string) => {
      const { website, subscription } = findSubscription(store, text);
      await store.subscriptions.setState(website.id, actor, subscription.id, state);
      const value = { website: website.name, subscription: subscription.name, state };
      out.result(value, `${text} is ${state}.`);
    },
  );

export const keyCommand = (): Command =>
  new Command('key')
    .description('make, replace and cancel keys')
    .addCommand(list())
    .addCommand(create())
    .addCommand(rotate())
    .addCommand(bring())
    .addCommand(setState('suspend', 'suspended', 'refuse both keys until resumed'))
    .addCommand(setState('resume', 'active', 'let both keys work again'))
    .addCommand(setState('revoke', 'cancelled', 'cancel a subscription: both keys are refused from now on'));

const rotateSecretKey = (): Command =>
  kindredCommand(
    new Command('rotate').description(
      'replace the key that encrypts stored secrets; subscription keys, passwords and sessions stay as they are',
    ),
    ['secret rotate', 'KINDRED_SECRET_KEY=… KINDRED_SECRET_KEY_NEXT=… kindred secret rotate'],
    async ({ store, config }, { out }) => {
      const { reencrypted } = await store.secretKey.rotate('command line');
      const next =
        config.secretKey === null
          ? 'A running service follows by itself. Back up the file secret.key again.'
          : 'Now KINDRED_SECRET_KEY_NEXT is the key in force: make it KINDRED_SECRET_KEY before the next start.';
      out.result({ reencrypted }, `${reencrypted} secrets are encrypted with the new key. ${next}`);
    },
  );

export const secretCommand = (): Command =>
  new Command('secret').description('the key that encrypts stored secrets').addCommand(rotateSecretKey());
