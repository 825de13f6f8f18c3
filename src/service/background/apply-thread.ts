import { parentPort, workerData } from 'node:worker_threads';
import { openConfiguration } from '../../compose.ts';
import type { Config } from '../../config.ts';
import { applyDeclaration } from '../../declare/apply/apply.ts';
import { dryRun } from '../../declare/apply/dry-run.ts';
import { toAppliedChecks } from '../../declare/check/check-applied.ts';
import { createReadDeclaration } from '../../declare/check/read-declaration.ts';
import { Fault, toSentFault } from '../../errors.ts';
import { presentApplied } from '../../http/admin/websites/presenter.ts';
import type { ApplyAnswer, ApplyTask } from './large-declarations.ts';

/* The thread that applies large declarations. */
const store = openConfiguration(workerData as Config);
const read = createReadDeclaration();

const apply = ({ actor, prune, checked, ...task }: ApplyTask): Uint8Array => {
  const checks = checked && { checks: toAppliedChecks(checked) };
  const declaration: unknown = JSON.parse(task.declaration);
  const work = () =>
    applyDeclaration({ store, actor, baseFolder: null, prune, read, ...checks })(declaration);
  const applied = task.dryRun ? dryRun(store, work) : work();
  return Buffer.from(JSON.stringify(presentApplied(applied)));
};

const answer = (task: ApplyTask): ApplyAnswer => {
  try {
    return { applied: apply(task) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: toSentFault(error) };
  }
};

parentPort?.on('message', (task: ApplyTask) => parentPort?.postMessage(answer(task)));
