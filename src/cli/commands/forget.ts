import { Command } from 'commander';
import { Fault } from '../../errors.ts';
import { findWebsite } from '../terminal/names.ts';
import { withCommonOptions, withKindred } from '../terminal/run-command.ts';
import { openShopLearning } from './learn.ts';

export const forgetCommand = (): Command =>
  withCommonOptions(
    new Command('forget')
      .description(
        'erase what one shopper did, and what only that shopper supported; numbers of calls and clicks name nobody and stay',
      )
      .argument('<website>', 'whose shopper')
      .argument('<shopper>', 'as the shop names them in its events (client_id)'),
    ['forget luma 5f0c…'],
  ).action((name: string, shopper: string, _options: object, command: Command) =>
    withKindred(command, async (kindred, { out }) => {
      const website = findWebsite(kindred.store, name);
      if (shopper.trim() === '') throw missingShopper();
      const learning = openShopLearning(kindred);
      const events = await learning.forgetShopper(website, shopper);
      // The audit does not name the shopper: the name must be erased everywhere.
      const change = { websiteId: website.id };
      await kindred.store.audit.record('command line', 'shopper.forget', `website ${name}`, change);
      const published = await learning.learn(website, out.progress);
      out.progress.stop();
      out.result({ website: name, events, published }, forgottenText(events));
    }),
  );

const missingShopper = (): Fault =>
  new Fault('bad-input', 'The shopper has no name.', {
    nextStep: 'Write it as the shop names them in its events (client_id, or session_id where there is none).',
  });

/** A mistyped name must not look like an erasure. */
const forgottenText = (events: number): string =>
  events === 0
    ? 'There was no event of this shopper. Is the name the one in the events (client_id)?'
    : `Forgotten, with ${events} event${events === 1 ? '' : 's'}. The keywords were learnt anew without them.`;
