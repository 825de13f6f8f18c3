import { Type } from 'typebox';
import { route } from '../contract/route.ts';
import { Backup, SystemState } from './schema.ts';

export const systemRoutes = [
  route('getSystem', 'GET', '/admin/system', 'administrator', {
    summary: 'State of the installation.',
    response: SystemState,
  }),
  route('startBackup', 'POST', '/admin/system/backup', 'administrator', {
    summary: 'Start a backup.',
    response: Backup,
    status: 202,
  }),
  route('listBackups', 'GET', '/admin/system/backups', 'administrator', {
    summary: 'Backups, newest first.',
    response: Type.Array(Backup),
  }),
  route('cancelAnyImport', 'POST', '/admin/system/imports/{import}/cancel', 'administrator', {
    summary: 'Stop an import of any website. Its live version stays.',
    response: null,
  }),
] as const;
