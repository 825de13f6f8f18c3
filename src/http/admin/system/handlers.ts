import type { HandlersOf } from '../core/handler.ts';
import type { systemRoutes } from './routes.ts';
import type { WireBackup, WireSystemState } from './schema.ts';

/** The installation as the admin API uses it. */
export interface Installation {
  state(): Promise<WireSystemState>;
  /** Starts a backup; `conflict` while another one runs. */
  startBackup(): Promise<WireBackup>;
  /** Newest first. */
  backups(): Promise<readonly WireBackup[]>;
}

type Needs = { readonly installation: Installation };

export const systemHandlers = ({ installation }: Needs): HandlersOf<typeof systemRoutes> => ({
  getSystem: () => installation.state(),
  startBackup: () => installation.startBackup(),
  listBackups: () => installation.backups(),
});
