import { account } from './en/account.ts';
import { audit } from './en/audit.ts';
import { boxes } from './en/boxes.ts';
import { campaigns } from './en/campaigns.ts';
import { catalogue } from './en/catalogue.ts';
import { common } from './en/common.ts';
import { conditions } from './en/conditions.ts';
import { datasets } from './en/datasets.ts';
import { experiments } from './en/experiments.ts';
import { faults } from './en/faults.ts';
import { insight } from './en/insight.ts';
import { pictures } from './en/pictures.ts';
import { preview } from './en/preview.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';

/** The English texts are the list of keys: every other language must have exactly these. */
export const en = {
  ...common,
  ...shell,
  ...catalogue,
  ...settings,
  ...conditions,
  ...faults,
  ...audit,
  ...boxes,
  ...preview,
  ...campaigns,
  ...experiments,
  ...datasets,
  ...pictures,
  ...account,
  ...insight,
} as const;

export type Messages = typeof en;
export type Key = keyof Messages;
