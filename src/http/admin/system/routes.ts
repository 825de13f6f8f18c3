import { Type } from 'typebox';
import { route } from '../contract/route.ts';
import { Backup, SystemState } from './schema.ts';

export const systemRoutes = [
  route({
    id: 'getSystem',
    method: 'GET',
    path: '/admin/system',
    access: 'administrator',
    summary: 'State of the installation.',
    response: SystemState,
  }),
  route({
    id: 'startBackup',
    method: 'POST',
    path: '/admin/system/backup',
    access: 'administrator',
    summary: 'Start a backup.',
    response: Backup,
    status: 202,
  }),
  route({
    id: 'listBackups',
    method: 'GET',
    path: '/admin/system/backups',
    access: 'administrator',
    summary: 'Backups, newest first.',
    response: Type.Array(Backup),
  }),
  route({
    id: 'cancelAnyImport',
    method: 'POST',
    path: '/admin/system/imports/{import}/cancel',
    access: 'administrator',
    summary: 'Stop an import of any website. Its live version stays.',
    response: null,
  }),
] as const;
