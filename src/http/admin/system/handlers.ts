import type { HandlersOf } from '../core/handler.ts';
import type { systemRoutes } from './routes.ts';
import type { WireBackup, WireSystemState } from './schema.ts';

/** What the admin API asks of the installation. */
export interface Installation {
  state(): Promise<WireSystemState>;
  /** Starts one; `conflict` while another is being made. */
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
