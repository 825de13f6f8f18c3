import { join } from 'node:path';
import { Command } from 'commander';
import type { Kindred } from '../../compose.ts';
import { dataFiles } from '../../data-files.ts';
import type { Dataset } from '../../domain/dataset.ts';
import type { Website } from '../../domain/website.ts';
import { openLooksFiles } from '../../learning/looks/looks-files.ts';
import { summarizeDecision } from '../../learning/looks/report/render-looks.ts';
import { kindredCommand } from '../terminal/run-command.ts';
import { formatBytes, formatTable } from '../terminal/output.ts';
import { Fault } from '../../errors.ts';
import { findDataset } from '../terminal/names.ts';

const datasetStatus = async ({ engine }: Kindred, { name, kind, tracker }: Dataset, dataDir: string) => {
  const versions = await engine.versions(tracker);
  const live = versions.find((version) => version.live) ?? null;
  const files = openLooksFiles(join(dataDir, 'pictures'), tracker);
  const looks = live === null ? null : ((await files.readDecision(live.version))?.report ?? null);
  return { name, kind, tracker, live, versions: versions.length, looks };
};

const websiteStatus = async (
  kindred: Kindred,
  { id, name, displayName, tracker }: Website,
  dataDir: string,
) => {
  const { store } = kindred;
  return {
    name,
    displayName,
    tracker,
    datasets: await Promise.all(
      store.datasets.list(id).map((dataset) => datasetStatus(kindred, dataset, dataDir)),
    ),
    boxes: store.boxes.list(id).map((box) => ({ name: box.name, kind: box.kind, tracker: box.tracker })),
    campaigns: store.campaigns
      .list(id)
      .map((campaign) => ({ name: campaign.name, ruleId: campaign.ruleId, state: campaign.state })),
    subscriptions: store.subscriptions
      .list(id)
      .map((each) => ({ name: each.name, kind: each.kind, state: each.state })),
  };
};

type Status = Awaited<ReturnType<typeof websiteStatus>>;

const liveText = ({ live, versions }: Status['datasets'][number]): string[] =>
  live === null
    ? ['nothing published', '', '']
    : [
        `${live.size} ${versions > 1 ? `(${versions} versions)` : ''}`.trim(),
        live.version,
        formatBytes(live.bytes),
      ];

const websiteText = ({ name, displayName, datasets, boxes, campaigns, subscriptions }: Status): string =>
  [
    `${name}  ${displayName}`,
    formatTable([
      ...datasets.map((each) => ['  dataset', each.name, each.kind, each.tracker, ...liveText(each)]),
      ...boxes.map((each) => ['  box', each.name, each.kind, each.tracker, '', '', '']),
      ...campaigns.map((each) => ['  campaign', each.name, each.state, `rule ${each.ruleId}`, '', '', '']),
      ...subscriptions.map((each) => ['  subscription', each.name, each.kind, each.state, '', '', '']),
    ]),
    ...datasets.flatMap(({ name: dataset, looks }) =>
      looks === null ? [] : [`  looks of ${dataset}: ${summarizeDecision(looks)}`],
    ),
  ].join('\n');

export const statusCommand = (): Command =>
  kindredCommand(
    new Command('status').description('what is declared and what is live'),
    ['status', 'status --json'],
    async (kindred, { config, out }) => {
      const websites = await Promise.all(
        kindred.store.websites
          .list()
          .map((website) => websiteStatus(kindred, website, dataFiles(config).content)),
      );
      const nothing = 'Nothing is declared yet. Begin with `kindred apply <file.json>`.';
      const text = websites.length === 0 ? nothing : websites.map(websiteText).join('\n\n');
      out.result({ dataDir: config.dataDir, websites }, text);
    },
  );

export const versionsCommand = (): Command =>
  kindredCommand(
    new Command('versions')
      .description('the kept versions of a dataset, newest first')
      .argument('<website/dataset>', 'whose versions'),
    ['versions luma/catalogue'],
    async ({ store, engine }, { out }, name: string) => {
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
    },
  );

export const rollbackCommand = (): Command =>
  kindredCommand(
    new Command('rollback')
      .description('make an older version live again; the service follows within a second')
      .argument('<website/dataset>', 'which dataset')
      .argument('[version]', 'which version; without it, the one before the live one'),
    ['rollback luma/catalogue', 'rollback luma/catalogue <version>'],
    async ({ store, engine }, { out }, name: string, wanted: string | undefined) => {
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
    },
  );
