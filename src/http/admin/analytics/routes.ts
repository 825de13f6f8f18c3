import { Type } from 'typebox';
import { Int32, Nullable, StringEnum } from '../../schema/schema-helpers.ts';
import { Component, Count, Instant } from '../contract/field-schemas.ts';
import { route, type SchemaValue } from '../contract/route.ts';
import { PeriodQuery } from '../subscriptions/routes.ts';

const Share = Nullable(Type.Number({ minimum: 0, maximum: 1 }));
const DurationMs = Nullable(Type.Number({ minimum: 0 }));

const outcomes = {
  clicks: Count('Lists with a click; each list counts once.'),
  carts: Count('Products put into a basket (`add_to_cart`).'),
  orders: Count('Orders (`purchase`); events with the same `order_id` are one.'),
};

const Revenue = Type.Array(Type.Object({ currency: Type.String(), amount: Type.Number({ minimum: 0 }) }), {
  description: 'Price times quantity of `purchase` events, by currency; empty: the events name none.',
});

const { carts, orders } = outcomes;

const Period = Component(
  'Period',
  {
    from: Instant(),
    to: Instant(),
    calls: Count(),
    found: Count('Calls with something to show.'),
    notFound: Count(),
    errors: Count('Answers with a status of 400 or above.'),
    p50Ms: DurationMs,
    p95Ms: DurationMs,
    p99Ms: DurationMs,
    shown: Count('Lists that pages reported as shown.'),
    ...outcomes,
    revenue: Revenue,
    credited: Type.Object(
      { carts, orders, revenue: Revenue },
      {
        description:
          'The part of baskets, orders and revenue that a list led to: the event names its box, or the shopper clicked the product there in the same visit. An order with products of two boxes counts for both.',
      },
    ),
    clickThrough: Type.Object(
      { suggestions: Share, lookAlikes: Share },
      {
        description: 'The share of lists with a click; null where no page reports clicks.',
      },
    ),
  },
  { description: 'null is "not known", never zero.' },
);

const Point = Component(
  'Point',
  { at: Instant(), calls: Nullable(Count()), p95Ms: DurationMs },
  { description: '`calls` is null for an hour (or day) in which nothing was counted at all.' },
);

const Top = Type.Array(Type.Object({ text: Type.String(), count: Count() }));

const TopProducts = Type.Array(
  Type.Object({
    text: Type.String({ description: 'The identifier as it was asked for.' }),
    count: Count(),
    product: Nullable(Component('NamedProduct', { dataset: Type.String(), displayText: Type.String() })),
  }),
  { description: '`product` is null when no catalogue of the website has it.' },
);

const BoxShare = Component('BoxCalls', {
  box: Type.String(),
  calls: Count(),
  notFound: Count(),
  ...outcomes,
  revenue: Revenue,
});

const Arm = Component(
  'ExperimentArm',
  { shown: Count(), clicked: Count(), carts: Count(), orders: Count() },
  { description: 'Lists that shoppers of this side saw and clicked, and what they bought.' },
);

const Experiment = Component(
  'Experiment',
  {
    share: Type.Number({ minimum: 0, maximum: 1 }),
    with: Arm,
    without: Arm,
    difference: Nullable(
      Type.Object(
        { value: Type.Number(), low: Type.Number(), high: Type.Number() },
        { description: 'Share of clicked lists with the campaign minus without it, and its 95 % interval.' },
      ),
    ),
  },
  { description: '`difference` is null while pages reported no list as shown on a side.' },
);

const CampaignShare = Component(
  'CampaignUse',
  {
    ruleId: Int32(),
    campaign: Type.String(),
    answers: Count('Answers that the campaign changed.'),
    ...outcomes,
    revenue: Revenue,
    experiment: Nullable(Experiment),
  },
  {
    description:
      '`experiment` only for a campaign for a share of the traffic. Clicks, baskets, orders and revenue are those of lists that it changed, where the page names the campaigns of the list (`event_attributes.campaigns`).',
  },
);

const Analytics = Component(
  'Analytics',
  {
    period: Nullable(Period),
    compared: Nullable(Period),
    series: Type.Array(Point, { description: 'By hour up to four days, by day beyond.' }),
    boxes: Type.Array(BoxShare),
    campaigns: Type.Array(CampaignShare),
    top: Type.Object({
      patterns: Top,
      failedPatterns: Top,
      identifiers: TopProducts,
      failedIdentifiers: TopProducts,
    }),
  },
  { description: '`period` is null when nothing was counted in it.' },
);

const AnalyticsQuery = Type.Object({
  ...PeriodQuery.properties,
  compare: Type.Optional(Type.Boolean({ description: 'Also the period of the same length before.' })),
  box: Type.Optional(Type.String({ maxLength: 200, description: 'Only this box.' })),
  step: Type.Optional(StringEnum(['hour', 'day'], 'Of the series; left out: by hour up to four days.')),
});

export const analyticsFiles = ['hours', 'boxes', 'campaigns', 'terms', 'products'] as const;

const AnalyticsFileQuery = Type.Object({
  ...PeriodQuery.properties,
  box: AnalyticsQuery.properties.box,
  what: Type.Optional(StringEnum(analyticsFiles, 'Which table; left out: hours.')),
});

const AnalyticsFile = Type.String({
  description: 'With a line of column names. Of hours: hour,box,calls,found,notFound,errors,p95Ms',
});

export type AnalyticsFileKind = (typeof analyticsFiles)[number];

export type WireAnalytics = SchemaValue<typeof Analytics>;

export const analyticsRoutes = [
  route('getAnalytics', 'GET', '/admin/websites/{website}/analytics', 'viewer', {
    summary: 'How the boxes are used. The default period is the last seven days.',
    query: AnalyticsQuery,
    response: Analytics,
  }),
  route('getAnalyticsFile', 'GET', '/admin/websites/{website}/analytics.csv', 'viewer', {
    summary: 'The same as tables to download: hours, boxes, campaigns, search terms, products.',
    query: AnalyticsFileQuery,
    response: AnalyticsFile,
    media: 'text/csv',
  }),
] as const;
