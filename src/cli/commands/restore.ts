import { Command } from 'commander';
import { type RestoreResult, restoreBackup } from '../../backup/restore-backup.ts';
import { inSetting, shared } from '../run-command.ts';
import { bytesText } from '../table.ts';

const aboutKey = {
  included: 'The secret key is restored too.',
  'left-out':
    'Now put its file secret.key there, before anything is started on it: it was not in the backup.',
  none: 'Start it with the same KINDRED_SECRET_KEY as before.',
} as const;

const told = ({ dataDir, files, bytes, createdAt, secretKey, movedTo }: RestoreResult): string =>
  [
    `${dataDir} is as it was at ${createdAt}: ${files} files, ${bytesText(bytes)}.`,
    ...(movedTo === null ? [] : [`What was there before is in ${movedTo}.`]),
    aboutKey[secretKey],
  ].join('\n');

export const restoreCommand = (): Command =>
  shared(
    new Command('restore')
      .description('make a data folder from a backup; nothing is written before all of it was found intact')
      .argument('<backup>', 'the folder of the backup')
      .option('--force', 'move a data folder that is not empty aside; stop the service first'),
    ['restore backups/backup-20260102T030405678Z --data ./restored', 'restore <backup> --force'],
  ).action((backup: string, { force }: { force?: boolean }, command: Command) =>
    inSetting(command, async ({ config: { dataDir }, out, signal }) => {
      const restored = await restoreBackup({
        backup,
        dataDir,
        force: force === true,
        progress: out.progress,
        signal,
      });
      out.progress.stop();
      out.result(restored, told(restored));
    }),
  );
