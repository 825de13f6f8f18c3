import type { HandlersOf } from '../core/handler.ts';
import type { HandlerNeeds } from '../needs.ts';
import type { systemRoutes } from './routes.ts';

export const systemHandlers = ({ installation }: HandlerNeeds): HandlersOf<typeof systemRoutes> => ({
  getSystem: () => installation.state(),
  startBackup: () => installation.startBackup(),
  listBackups: () => installation.backups(),
  cancelAnyImport: ({ params, actor }) => installation.cancelImport(params.import, actor),
});
