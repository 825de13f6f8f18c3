import { Command } from 'commander';
import { withCommonOptions, withKindred } from '../terminal/run-command.ts';

const rotate = (): Command =>
  withCommonOptions(
    new Command('rotate').description(
      'replace the key that encrypts stored secrets; subscription keys, passwords and sessions stay as they are',
    ),
    ['secret rotate', 'KINDRED_SECRET_KEY=… KINDRED_SECRET_KEY_NEXT=… kindred secret rotate'],
  ).action((_options: object, command: Command) =>
    withKindred(command, async ({ store, config }, { out }) => {
      const { reencrypted } = await store.secretKey.rotate('command line');
      const next =
        config.secretKey === null
          ? 'A running service follows by itself. Back up the file secret.key again.'
          : 'Now KINDRED_SECRET_KEY_NEXT is the key in force: make it KINDRED_SECRET_KEY before the next start.';
      out.result({ reencrypted }, `${reencrypted} secrets are encrypted with the new key. ${next}`);
    }),
  );

export const secretCommand = (): Command =>
  new Command('secret').description('the key that encrypts stored secrets').addCommand(rotate());
