import { account } from './de/account.ts';
import { audit } from './de/audit.ts';
import { boxes } from './de/boxes.ts';
import { campaigns } from './de/campaigns.ts';
import { catalogue } from './de/catalogue.ts';
import { common } from './de/common.ts';
import { conditions } from './de/conditions.ts';
import { datasets } from './de/datasets.ts';
import { experiments } from './de/experiments.ts';
import { faults } from './de/faults.ts';
import { insight } from './de/insight.ts';
import { pictures } from './de/pictures.ts';
import { preview } from './de/preview.ts';
import { settings } from './de/settings.ts';
import { shell } from './de/shell.ts';
import type { Dictionary } from './dictionary.ts';

export const de: Dictionary = {
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
};
