import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { type ApplyResult, applyWithin, dryRun } from '../../declare/apply/apply.ts';
import { Fault } from '../../errors.ts';
import type { Settings } from '../../store/store.ts';
import { type CampaignReach, findCampaignRemarks, listCampaigns } from '../doctor/campaign-remarks.ts';
import { kindredCommand } from '../terminal/run-command.ts';
import { formatTable } from '../terminal/output.ts';

const readDeclaration = async (file: string): Promise<unknown> => {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Fault('not-found', `The declaration ${file} cannot be read.`, {
      nextStep: 'Check the name of the file.',
      cause,
    });
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unreadable';
    throw new Fault('bad-input', `${file} is not JSON: ${why}.`, {
      nextStep: 'Correct the file and apply it again.',
      cause,
    });
  }
};

type Options = {
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  readonly replace?: boolean;
  readonly confirm?: readonly string[];
};

export const applyCommand = (): Command =>
  kindredCommand(
    new Command('apply')
      .description(
        'declare a website with its datasets, boxes, campaigns and subscriptions; creates or updates',
      )
      .argument('<file>', 'the declaration, in JSON')
      .option('--prune', 'also remove datasets, boxes and campaigns that the file does not name')
      .option('--replace', 'make each declared item exact: what the file leaves out gets its default')
      .option('--confirm <campaign...>', 'publish these redirects although they have no condition')
      .option('--dry-run', 'show every difference, and change nothing'),
    ['apply luma.json', 'apply luma.json --dry-run', 'apply luma.json --replace', 'apply luma.json --json'],
    async ({ store, engine }, { out }, file: string, options: Options) => {
      const { dryRun: isDry = false, prune = false, replace = false, confirm = [] } = options;
      const declaration = await readDeclaration(file);
      let campaigns: CampaignReach[] = [];
      const apply = (settings: Settings): ApplyResult => {
        const applied = applyWithin(settings, {
          actor: 'command line',
          baseFolder: dirname(resolve(file)),
          prune,
          keepOmitted: !replace,
          checks: { fieldsOf: (tracker) => engine.products(tracker)?.fields ?? null, confirmed: confirm },
        })(declaration);
        // A dry run is rolled back: what it declares can only be read here.
        campaigns = listCampaigns(store, applied.website.id);
        return applied;
      };
      const applied = isDry ? withoutKeys(await dryRun(store, apply)) : await store.transaction(apply);
      const declared = new Set(applied.campaigns.map(({ name }) => name));
      const remarks = await findCampaignRemarks(
        engine,
        campaigns.filter(({ campaign }) => declared.has(campaign.name)),
      );
      const lines = remarks.map(({ campaign, remark }) => `  Remark: campaign ${campaign} ${remark}.`);
      out.result({ dryRun: isDry, ...applied, remarks }, [appliedText(applied, isDry), ...lines].join('\n'));
    },
  );

/** Keys of a dry run are never issued. */
const withoutKeys = (applied: ApplyResult): ApplyResult => ({
  ...applied,
  subscriptions: applied.subscriptions.map(({ keys: _, ...subscription }) => subscription),
});

const formatDifferences = ({
  name,
  differences = [],
}: Pick<ApplyResult['website'], 'name' | 'differences'>): string[] =>
  differences.map(({ field, before, after }) => `  ${name}, ${field}: ${before} → ${after}`);

const appliedText = (
  { website, datasets, boxes, campaigns, subscriptions }: ApplyResult,
  dryRun: boolean,
): string => {
  const items = [website, ...datasets, ...boxes, ...campaigns, ...subscriptions];
  const toRow = (kind: string) => (each: { name: string; change: string; tracker?: string }) => [
    `  ${each.change}`,
    kind,
    each.name,
    dryRun && each.change === 'created' ? '' : (each.tracker ?? ''),
  ];
  const keys = subscriptions.flatMap(({ name, keys: issued }) =>
    issued
      ? [`  key of ${name}, primary    ${issued.primary}`, `  key of ${name}, secondary  ${issued.secondary}`]
      : [],
  );
  return [
    `${dryRun ? 'Would apply' : 'Applied'} ${website.name}`,
    formatTable([
      ...[website].map(toRow('website')),
      ...datasets.map(toRow('dataset')),
      ...boxes.map(toRow('box')),
      ...campaigns.map(toRow('campaign')),
      ...subscriptions.map(toRow('subscription')),
    ]),
    ...(dryRun ? items.flatMap(formatDifferences) : []),
    ...keys,
  ].join('\n');
};
