import { Command } from 'commander';
import { Fault } from '../../errors.ts';
import { findDataset } from '../terminal/names.ts';
import { withCommonOptions, withKindred } from '../terminal/run-command.ts';
import { formatBytes, formatTable } from '../terminal/table.ts';

export const versionsCommand = (): Command =>
  withCommonOptions(
    new Command('versions')
      .description('the kept versions of a dataset, newest first')
      .argument('<website/dataset>', 'whose versions'),
    ['versions luma/catalogue'],
  ).action((name: string, _options: object, command: Command) =>
    withKindred(command, async ({ store, engine }, { out }) => {
      const { dataset } = findDataset(store, name);
      const versions = await engine.versions(dataset.tracker);
      const rows = versions.map((each) => [
        each.live ? 'live' : '',
        each.version,
        each.builtAt,
        String(each.size),
        formatBytes(each.bytes),
      ]);
      out.result(
        { dataset: name, versions },
        versions.length === 0 ? 'Nothing is published yet.' : formatTable(rows),
      );
    }),
  );

export const rollbackCommand = (): Command =>
  withCommonOptions(
    new Command('rollback')
      .description('make an older version live again; the service follows within a second')
      .argument('<website/dataset>', 'which dataset')
      .argument('[version]', 'which version; without it, the one before the live one'),
    ['rollback luma/catalogue', 'rollback luma/catalogue <version>'],
  ).action((name: string, wanted: string | undefined, _options: object, command: Command) =>
    withKindred(command, async ({ store, engine }, { out }) => {
      const { dataset } = findDataset(store, name);
      const versions = await engine.versions(dataset.tracker);
      const liveIndex = versions.findIndex(({ live }) => live);
      const version = wanted ?? versions[liveIndex + 1]?.version;
      if (version === undefined || liveIndex < 0) {
        throw new Fault('not-found', `${name} has no version before the live one.`, {
          nextStep: `\`kindred versions ${name}\` lists what is kept.`,
        });
      }
      await engine.makeLive(dataset.tracker, version);
      out.result(
        { dataset: name, live: version, before: versions[liveIndex]?.version },
        `${version} is live again.`,
      );
    }),
  );
