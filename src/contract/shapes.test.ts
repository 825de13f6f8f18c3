import { describe, expect, it } from 'vitest';
import { BoxDeclaration, CampaignDeclaration } from '../http/admin/boxes/routes.ts';
import { DatasetDeclaration } from '../http/admin/datasets/routes.ts';
import { SubscriptionDeclaration } from '../http/admin/subscriptions/routes.ts';
import { boxDeclaration, storedBox } from './box.ts';
import { campaignDeclaration, storedCampaign } from './campaign.ts';
import { datasetDeclaration, storedDataset } from './dataset.ts';
import { storedSubscription, subscriptionDeclaration } from './subscription.ts';

type ObjectSchema = { readonly properties: Readonly<Record<string, object>> };
type Choice = { readonly oneOf: readonly unknown[]; readonly anyOf: readonly unknown[] };
type Shape = {
  readonly declared: unknown;
  readonly stored: unknown;
  readonly admin: unknown;
  /** Properties that have another name or form in the store: names are ids there. */
  readonly declaredOnly: readonly string[];
  readonly storedOnly: readonly string[];
};

const declaredBoxes = (boxDeclaration as unknown as Choice).oneOf;
const storedBoxes = (storedBox as unknown as Choice).anyOf;
const adminBoxes = (BoxDeclaration as unknown as Choice).oneOf;
const differencesOfBoxes = {
  declaredOnly: ['dataset'],
  storedOnly: ['id', 'websiteId', 'datasetId', 'tracker'],
};

const shapes: Record<string, Shape> = {
  'search box': {
    ...{ declared: declaredBoxes[0], stored: storedBoxes[0], admin: adminBoxes[0] },
    ...differencesOfBoxes,
  },
  'related box': {
    ...{ declared: declaredBoxes[1], stored: storedBoxes[1], admin: adminBoxes[1] },
    ...differencesOfBoxes,
  },
  campaign: {
    ...{ declared: campaignDeclaration, stored: storedCampaign, admin: CampaignDeclaration },
    declaredOnly: ['box', 'from', 'until', 'weekdays'],
    storedOnly: ['ruleId', 'websiteId', 'boxId', 'schedule'],
  },
  dataset: {
    ...{ declared: datasetDeclaration, stored: storedDataset, admin: DatasetDeclaration },
    declaredOnly: ['products'],
    storedOnly: ['id', 'websiteId', 'tracker', 'productsId'],
  },
  subscription: {
    ...{ declared: subscriptionDeclaration, stored: storedSubscription, admin: SubscriptionDeclaration },
    declaredOnly: ['boxes', 'keys'],
    storedOnly: ['id', 'websiteId', 'state', 'boxIds'],
  },
};

const propertiesOf = (schema: unknown) => (schema as ObjectSchema).properties;

describe.each(Object.entries(shapes))('a %s', (_, { declared, stored, admin, declaredOnly, storedOnly }) => {
  it('is stored with the properties that are declared, but for a few that are named here', () => {
    const names = Object.keys(propertiesOf(declared)).filter((name) => !declaredOnly.includes(name));
    expect(Object.keys(propertiesOf(stored)).sort()).toEqual([...names, ...storedOnly].sort());
  });

  it('has the declared properties in the admin API', () => {
    expect(propertiesOf(JSON.parse(JSON.stringify(admin)))).toEqual(
      JSON.parse(JSON.stringify(propertiesOf(declared))),
    );
  });

  it('is read from the store without upper limits, so that a lower limit leaves it readable', () => {
    const {
      name: _name,
      tracker: _tracker,
      ruleId: _ruleId,
      schedule: _schedule,
      ...settings
    } = propertiesOf(stored);
    const keywords = Object.values(settings).flatMap(listKeywords);
    const limits = ['maximum', 'maxLength', 'maxItems', 'pattern', 'format', 'additionalProperties'];
    expect(keywords).toContain('type');
    expect(keywords.filter((keyword) => limits.includes(keyword))).toEqual([]);
  });
});

/** Names of properties are no keywords: a condition has a property `pattern`. */
const listKeywords = (schema: unknown): string[] => {
  if (Array.isArray(schema)) return schema.flatMap(listKeywords);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => [
    keyword,
    ...(keyword === 'properties'
      ? Object.values(value as object).flatMap(listKeywords)
      : listKeywords(value)),
  ]);
};
