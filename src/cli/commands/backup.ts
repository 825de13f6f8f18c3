import { Command } from 'commander';
import { backupsFolder, createBackup, type BackupResult } from '../../backup/create-backup.ts';
import { openEngineBackup } from '../../compose.ts';
import { listBackups } from '../../backup/list-backups.ts';
import { withContext, withCommonOptions } from '../terminal/run-command.ts';
import { formatBytes, formatTable } from '../terminal/table.ts';

const secretKeyNote = {
  included: 'It holds the secret key: keep it where nobody else can read it.',
  'left-out':
    'The file secret.key is not in it. Keep a copy of that file elsewhere: without it, stored keys cannot be read.',
  none: 'The secret key comes from the environment and is not in it.',
} as const;

const resultText = ({ folder, files, bytes, secretKey }: BackupResult): string =>
  `${folder}\n${files} files, ${formatBytes(bytes)}. ${secretKeyNote[secretKey]}`;

export const backupCommand = (): Command =>
  withCommonOptions(
    new Command('backup')
      .description('copy the data folder as it is now, while the service goes on')
      .argument('[folder]', 'where the backup is made (default: backups in the data folder)')
      .option(
        '--with-secret',
        'the file secret.key too; whoever has the backup can then read every stored key',
      ),
    ['backup', 'backup /mnt/backups', 'backup /mnt/backups --with-secret'],
  ).action((folder: string | undefined, { withSecret }: { withSecret?: boolean }, command: Command) =>
    withContext(command, async ({ config, out, signal }) => {
      const result = await createBackup({
        dataDir: config.dataDir,
        engine: openEngineBackup(config),
        folder,
        now: new Date(),
        withSecret: withSecret === true,
        progress: out.progress,
        signal,
      });
      out.progress.stop();
      out.result(result, resultText(result));
    }),
  );

export const backupsCommand = (): Command =>
  withCommonOptions(
    new Command('backups')
      .description('the backups in a folder, newest first')
      .argument('[folder]', 'where they are (default: backups in the data folder)'),
    ['backups', 'backups /mnt/backups'],
  ).action((given: string | undefined, _options: object, command: Command) =>
    withContext(command, async ({ config: { dataDir }, out }) => {
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
    }),
  );
