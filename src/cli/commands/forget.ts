import { Command } from 'commander';
import { findWebsite } from '../names.ts';
import { shared, withKindred } from '../run-command.ts';
import { learningOf } from './learn.ts';

export const forgetCommand = (): Command =>
  shared(
    new Command('forget')
      .description('erase what one shopper did, and what only that shopper supported')
      .argument('<website>', 'whose shopper')
      .argument('<shopper>', 'as the shop names them in its events (client_id)'),
    ['forget luma 5f0c…'],
  ).action((name: string, shopper: string, _options: object, command: Command) =>
    withKindred(command, async (kindred, { out }) => {
      const website = findWebsite(kindred.store, name);
      const learning = learningOf(kindred);
      await learning.forget(website, shopper);
      // The audit says that somebody was forgotten, not who: that would be remembering.
      kindred.store.audit.record({
        websiteId: website.id,
        actor: 'command line',
        action: 'shopper.forget',
        subject: `website ${name}`,
        before: null,
        after: null,
      });
      const published = await learning.fold(website, out.progress);
      out.progress.stop();
      out.result({ website: name, published }, 'Forgotten. The keywords were learnt anew without them.');
    }),
  );
