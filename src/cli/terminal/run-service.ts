import { openDemoShop } from '../../../demo/demo-shop.ts';
import type { Config } from '../../config.ts';
import type { Progress } from '../../engine/engine.ts';
import { serve } from '../../service/start/serve.ts';
import { stopServiceOnUncaughtErrors } from '../../service/start/uncaught-errors.ts';

/** Serves until the first signal, then finishes open requests; a second signal ends the process at once. */
export const runService = async (config: Config, progress: Progress & { stop(): void }): Promise<void> => {
  const service = await serve(config, {
    progress,
    demo: openDemoShop(config.demoLanguage, { grows: true }),
    print: (line) => {
      progress.stop();
      console.log(line);
    },
  });
  const stop = (): void => {
    service.stop().catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
  };
  stopServiceOnUncaughtErrors(config.logLevel, service.stop);
  process.once('SIGINT', stop).once('SIGTERM', stop);
};
