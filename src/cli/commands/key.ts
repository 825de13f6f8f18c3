import { Command, Option } from 'commander';
import type { KeyKind, KeySlot, Quota, Rate } from '../../domain/subscription.ts';
import { Fault } from '../../errors.ts';
import { findSubscription, subscriptionName } from '../names.ts';
import { shared, withKindred } from '../run-command.ts';

const actor = 'command line';

const badLimit = (what: string, text: string, example: string): Fault =>
  new Fault('bad-input', `"${text}" is no ${what}.`, { nextStep: `Write it like ${example}.` });

const readRate = (text: string | undefined): Rate | null => {
  if (text === undefined) return null;
  const [, calls, perSeconds] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  if (!calls || !perSeconds) throw badLimit('rate', text, '100/10: a hundred calls in ten seconds');
  return { calls: Number(calls), perSeconds: Number(perSeconds) };
};

const readQuota = (text: string | undefined): Quota | null => {
  if (text === undefined) return null;
  const [, calls, per] = /^([1-9]\d*)\/(hour|day|week|month)$/.exec(text) ?? [];
  if (!calls || !per) throw badLimit('quota', text, '1000000/month; hour, day and week are possible too');
  return { calls: Number(calls), per: per as Quota['per'] };
};

type CreateOptions = { readonly kind: KeyKind; readonly rate?: string; readonly quota?: string };

const create = (): Command =>
  shared(
    new Command('create')
      .description('make a subscription and show its two keys')
      .argument('<website/subscription>', 'name of the new subscription')
      .addOption(
        new Option('--kind <kind>', 'who uses it')
          .choices(['secret', 'publishable', 'ingest'])
          .default('secret'),
      )
      .option('--rate <calls/seconds>', 'calls within a time, such as 100/10')
      .option('--quota <calls/period>', 'calls within a calendar period, such as 1000000/month'),
    [
      'key create luma/shop --rate 100/10 --quota 1000000/month',
      'key create luma/browser --kind publishable',
    ],
  ).action((text: string, options: CreateOptions, command: Command) =>
    withKindred(command, async ({ store }, { out }) => {
      const { website, name } = subscriptionName(store, text);
      if (store.subscriptions.byName(website.id, name)) {
        throw new Fault('conflict', `The subscription ${text} exists already.`, {
          nextStep: `For new keys: \`kindred key rotate ${text}\`.`,
        });
      }
      const { subscription, keys } = store.subscriptions.put(website.id, actor, {
        name,
        kind: options.kind,
        rate: readRate(options.rate),
        quota: readQuota(options.quota),
        boxIds: [],
        origins: [],
      });
      const value = { website: website.name, subscription: subscription.name, kind: subscription.kind, keys };
      out.result(value, `primary    ${keys?.primary ?? ''}\nsecondary  ${keys?.secondary ?? ''}`);
    }),
  );

const rotate = (): Command =>
  shared(
    new Command('rotate')
      .description('replace one key; the old one is dead at once, the other slot goes on')
      .argument('<website/subscription>', 'whose key')
      .addOption(
        new Option('--slot <slot>', 'which key').choices(['primary', 'secondary']).default('primary'),
      ),
    ['key rotate luma/shop', 'key rotate luma/shop --slot secondary'],
  ).action((text: string, { slot }: { readonly slot: KeySlot }, command: Command) =>
    withKindred(command, async ({ store }, { out }) => {
      const { website, subscription } = findSubscription(store, text);
      const key = store.subscriptions.rotate(website.id, actor, subscription.id, slot);
      out.result({ website: website.name, subscription: subscription.name, slot, key }, `${slot}  ${key}`);
    }),
  );

const revoke = (): Command =>
  shared(
    new Command('revoke')
      .description('cancel a subscription: both keys are refused from now on')
      .argument('<website/subscription>', 'which one'),
    ['key revoke luma/shop'],
  ).action((text: string, _options: object, command: Command) =>
    withKindred(command, async ({ store }, { out }) => {
      const { website, subscription } = findSubscription(store, text);
      store.subscriptions.setState(website.id, actor, subscription.id, 'cancelled');
      const value = { website: website.name, subscription: subscription.name, state: 'cancelled' };
      out.result(value, `${text} is cancelled; its keys are refused.`);
    }),
  );

export const keyCommand = (): Command =>
  new Command('key')
    .description('make, replace and cancel keys')
    .addCommand(create())
    .addCommand(rotate())
    .addCommand(revoke());
