import { parentPort, workerData } from 'node:worker_threads';
import { openConfiguration } from '../../compose.ts';
import type { Config } from '../../config.ts';
import { applyWithin, dryRun } from '../../declare/apply/apply.ts';
import { toAppliedChecks } from '../../declare/check/check-applied.ts';
import { createReadDeclaration } from '../../declare/check/read-declaration.ts';
import { Fault, toSentFault } from '../../errors.ts';
import { presentApplied } from '../../http/admin/websites/applied.ts';
import type { Settings } from '../../store/store.ts';
import type { ApplyAnswer, ApplyTask } from './large-declarations.ts';

/* The thread that applies large declarations. */
const store = await openConfiguration(workerData as Config);
const read = createReadDeclaration();

const apply = async ({ actor, prune, checked, ...task }: ApplyTask): Promise<Uint8Array> => {
  const checks = checked && { checks: toAppliedChecks(checked) };
  const declaration: unknown = JSON.parse(task.declaration);
  const work = (settings: Settings) =>
    applyWithin(settings, { actor, baseFolder: null, prune, read, ...checks })(declaration);
  const applied = await (task.dryRun ? dryRun(store, work) : store.transaction(work));
  return Buffer.from(JSON.stringify(presentApplied(applied)));
};

const answer = async (task: ApplyTask): Promise<ApplyAnswer> => {
  try {
    return { applied: await apply(task) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: toSentFault(error) };
  }
};

parentPort?.on('message', (task: ApplyTask) => {
  answer(task).then(
    (answered) => parentPort?.postMessage(answered),
    // The thread ends with it, and another one is started.
    (error: unknown) =>
      setImmediate(() => {
        throw error;
      }),
  );
});
