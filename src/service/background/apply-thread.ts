import { parentPort, workerData } from 'node:worker_threads';
import { openConfiguration } from '../../compose.ts';
import type { Config } from '../../config.ts';
import { applyWithin, dryRun } from '../../declare/apply/apply.ts';
import { toAppliedChecks } from '../../declare/check/check-applied.ts';
import { presentApplied } from '../../http/admin/websites/applied.ts';
import type { Settings } from '../../store/store.ts';
import { answerWith } from '../../thread-work.ts';
import type { ApplyTask } from './large-declarations.ts';

/* The thread that applies large declarations. */
const store = await openConfiguration(workerData as Config);

const apply = async ({ actor, prune, checked, ...task }: ApplyTask): Promise<Uint8Array> => {
  const checks = checked && { checks: toAppliedChecks(checked) };
  const declaration: unknown = JSON.parse(task.declaration);
  const work = (settings: Settings) =>
    applyWithin(settings, { actor, baseFolder: null, prune, ...checks })(declaration);
  const applied = await (task.dryRun ? dryRun(store, work) : store.transaction(work));
  return Buffer.from(JSON.stringify(presentApplied(applied)));
};

parentPort?.on('message', (task: ApplyTask) => void answerWith(() => apply(task)));
