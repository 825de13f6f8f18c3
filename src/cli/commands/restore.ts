import { Command } from 'commander';
import { type RestoreResult, restoreBackup } from '../../backup/restore-backup.ts';
import { withContext, withCommonOptions } from '../terminal/run-command.ts';
import { formatBytes } from '../terminal/table.ts';

const secretKeyNote = {
  included: 'The secret key is restored too.',
  'left-out':
    'Now put its file secret.key there, before anything is started on it: it was not in the backup.',
  none: 'Start it with the same KINDRED_SECRET_KEY as before.',
} as const;

const resultText = ({ dataDir, files, bytes, createdAt, secretKey, movedTo }: RestoreResult): string =>
  [
    `${dataDir} is as it was at ${createdAt}: ${files} files, ${formatBytes(bytes)}.`,
    ...(movedTo === null ? [] : [`What was there before is in ${movedTo}.`]),
    secretKeyNote[secretKey],
  ].join('\n');

export const restoreCommand = (): Command =>
  withCommonOptions(
    new Command('restore')
      .description('make a data folder from a backup; nothing is written before all of it was found intact')
      .argument('<backup>', 'the folder of the backup')
      .option('--force', 'move a data folder that is not empty aside; stop the service first'),
    ['restore backups/backup-20260102T030405678Z --data ./restored', 'restore <backup> --force'],
  ).action((backup: string, { force }: { force?: boolean }, command: Command) =>
    withContext(command, async ({ config: { dataDir }, out, signal }) => {
      const result = await restoreBackup({
        backup,
        dataDir,
        force: force === true,
        progress: out.progress,
        signal,
      });
      out.progress.stop();
      out.result(result, resultText(result));
    }),
  );
