import { Command } from 'commander';
import { backupsFolder, createBackup, type BackupResult } from '../../backup/create-backup.ts';
import { listBackups } from '../../backup/list-backups.ts';
import { inSetting, shared } from '../run-command.ts';
import { bytesText, table } from '../table.ts';

const aboutKey = {
  included: 'It holds the secret key: keep it where nobody else can read it.',
  'left-out':
    'The file secret.key is not in it. Keep a copy of that file elsewhere: without it, stored keys cannot be read.',
  none: 'The secret key comes from the environment and is not in it.',
} as const;

const told = ({ folder, files, bytes, secretKey }: BackupResult): string =>
  `${folder}\n${files} files, ${bytesText(bytes)}. ${aboutKey[secretKey]}`;

export const backupCommand = (): Command =>
  shared(
    new Command('backup')
      .description('copy the data folder as it is now, while the service goes on')
      .argument('[folder]', 'where the backup is made (default: backups in the data folder)')
      .option(
        '--with-secret',
        'the file secret.key too; whoever has the backup can then read every stored key',
      ),
    ['backup', 'backup /mnt/backups', 'backup /mnt/backups --with-secret'],
  ).action((folder: string | undefined, { withSecret }: { withSecret?: boolean }, command: Command) =>
    inSetting(command, async ({ config: { dataDir }, out, signal }) => {
      const made = await createBackup({
        dataDir,
        folder,
        now: new Date(),
        withSecret: withSecret === true,
        progress: out.progress,
        signal,
      });
      out.progress.stop();
      out.result(made, told(made));
    }),
  );

export const backupsCommand = (): Command =>
  shared(
    new Command('backups')
      .description('the backups in a folder, newest first')
      .argument('[folder]', 'where they are (default: backups in the data folder)'),
    ['backups', 'backups /mnt/backups'],
  ).action((given: string | undefined, _options: object, command: Command) =>
    inSetting(command, async ({ config: { dataDir }, out }) => {
      const folder = given ?? backupsFolder(dataDir);
      const backups = await listBackups(folder);
      const rows = backups.map(({ name, state, at, bytes, secretKey }) => [
        name,
        state,
        at,
        bytes === null ? '' : bytesText(bytes),
        secretKey === 'included' ? 'with the secret key' : '',
      ]);
      out.result({ folder, backups }, backups.length === 0 ? `No backup in ${folder}.` : table(rows));
    }),
  );
