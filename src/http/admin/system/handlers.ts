import type { Actor } from '../../../store/store.ts';
import type { HandlersOf } from '../core/handler.ts';
import type { systemRoutes, WireBackup, WireSystemState } from './routes.ts';

/** The installation as the admin API uses it. */
export interface Installation {
  state(): Promise<WireSystemState>;
  /** Starts a backup; `conflict` while another one runs. */
  startBackup(): Promise<WireBackup>;
  /** Newest first. */
  backups(): Promise<readonly WireBackup[]>;
  /** Stops an import of any website; `not-found` when there is none. */
  cancelImport(id: string, actor: Actor): Promise<void>;
}

export type SystemNeeds = { readonly installation: Installation };

export const systemHandlers = ({ installation }: SystemNeeds): HandlersOf<typeof systemRoutes> => ({
  getSystem: () => installation.state(),
  startBackup: () => installation.startBackup(),
  listBackups: () => installation.backups(),
  cancelAnyImport: ({ params, actor }) => installation.cancelImport(params.import, actor),
});
