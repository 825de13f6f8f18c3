import type { Command } from 'commander';
import { openEngine } from '../../src/compose.ts';
import { type CommandContext, withContext, withKindred } from '../../src/cli/terminal/run-command.ts';
import { learnOptionsFor } from '../../src/learning/keywords/mine/learn.ts';
import { measureSafety, renderSafetyReport, type SafetyInputs } from './evaluate-safety.ts';
import { isFile, openShop, readEvents, readQueries } from './inputs.ts';
import { createTrialServer } from './trial-version.ts';

type Options = { readonly language: string; readonly queries?: string };

const reportSafety = async (
  inputs: Pick<SafetyInputs, 'events' | 'learn' | 'catalogue' | 'queries'>,
  { out, signal }: CommandContext,
): Promise<void> => {
  const { progress } = out;
  const report = await measureSafety({ ...inputs, serve: createTrialServer(openEngine), progress, signal });
  progress.stop();
  out.result(report, renderSafetyReport(report));
};

/** `kindred evaluate safety` */
export const evaluateSafety = async (name: string, command: Command): Promise<void> => {
  const { language, queries: file } = command.opts<Options>();
  if (await isFile(name))
    return withContext(command, async (context) =>
      reportSafety(
        { events: await readEvents(name), learn: learnOptionsFor(language, {}, null), catalogue: null },
        context,
      ),
    );
  return withKindred(command, async (kindred, context) => {
    const { catalogue, learn, readEvents: readShopEvents } = await openShop(name, kindred);
    const queries = file === undefined ? [] : await readQueries(file);
    await reportSafety({ events: await readShopEvents(), learn, catalogue, queries }, context);
  });
};
