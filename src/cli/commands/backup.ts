import { Command } from 'commander';
import { type BackupResult, backupsFolder, createBackup } from '../../backup/create-backup.ts';
import { listBackups } from '../../backup/list-backups.ts';
import { restoreBackup, type RestoreResult } from '../../backup/restore-backup.ts';
import { contextCommand } from '../terminal/run-command.ts';
import { formatBytes, formatTable } from '../terminal/output.ts';

const backupNotes = {
  included: 'It holds the secret key: keep it where nobody else can read it.',
  'left-out':
    'The file secret.key is not in it. Keep a copy of that file elsewhere: without it, stored keys cannot be read.',
  none: 'The secret key comes from the environment and is not in it.',
} as const;

const backupText = ({ folder, files, bytes, secretKey }: BackupResult): string =>
  `${folder}\n${files} files, ${formatBytes(bytes)}. ${backupNotes[secretKey]}`;

export const backupCommand = (): Command =>
  contextCommand(
    new Command('backup')
      .description('copy the data folder as it is now, while the service goes on')
      .argument('[folder]', 'where the backup is made (default: backups in the data folder)')
      .option(
        '--with-secret',
        'the file secret.key too; whoever has the backup can then read every stored key',
      ),
    ['backup', 'backup /mnt/backups', 'backup /mnt/backups --with-secret'],
    async ({ config, out, signal }, folder: string | undefined, { withSecret }: { withSecret?: boolean }) => {
      const { openEngineBackup } = await import('../../compose.ts');
      const result = await createBackup({
        dataDir: config.dataDir,
        engine: openEngineBackup(config),
        folder,
        now: new Date(),
        withSecret: withSecret === true,
        progress: out.progress,
        signal,
      });
      out.result(result, backupText(result));
    },
  );

export const backupsCommand = (): Command =>
  contextCommand(
    new Command('backups')
      .description('the backups in a folder, newest first')
      .argument('[folder]', 'where they are (default: backups in the data folder)'),
    ['backups', 'backups /mnt/backups'],
    async ({ config: { dataDir }, out }, given: string | undefined) => {
      const folder = given ?? backupsFolder(dataDir);
      const backups = await listBackups(folder);
      const rows = backups.map(({ name, state, at, bytes, secretKey }) => [
        name,
        state,
        at,
        bytes === null ? '' : formatBytes(bytes),
        secretKey === 'included' ? 'with the secret key' : '',
      ]);
      out.result({ folder, backups }, backups.length === 0 ? `No backup in ${folder}.` : formatTable(rows));
    },
  );

const restoreNotes = {
  included: 'The secret key is restored too.',
  'left-out':
    'Now put its file secret.key there, before anything is started on it: it was not in the backup.',
  none: 'Start it with the same KINDRED_SECRET_KEY as before.',
} as const;

const restoreText = ({ dataDir, files, bytes, createdAt, secretKey, movedTo }: RestoreResult): string =>
  [
    `${dataDir} is as it was at ${createdAt}: ${files} files, ${formatBytes(bytes)}.`,
    ...(movedTo === null ? [] : [`What was there before is in ${movedTo}.`]),
    restoreNotes[secretKey],
  ].join('\n');

export const restoreCommand = (): Command =>
  contextCommand(
    new Command('restore')
      .description('make a data folder from a backup; nothing is written before all of it was found intact')
      .argument('<backup>', 'the folder of the backup')
      .option('--force', 'move a data folder that is not empty aside; stop the service first'),
    ['restore backups/backup-20260102T030405678Z --data ./restored', 'restore <backup> --force'],
    async ({ config: { dataDir }, out, signal }, backup: string, { force }: { force?: boolean }) => {
      const result = await restoreBackup({
        backup,
        dataDir,
        force: force === true,
        progress: out.progress,
        signal,
      });
      out.result(result, restoreText(result));
    },
  );
