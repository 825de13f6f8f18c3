import { type Static, Type } from 'typebox';
import { Nullable } from '../../schema/schema-helpers.ts';
import { Count, Instant } from '../contract/field-schemas.ts';
import { PeriodQuery } from '../subscriptions/schema.ts';

const Share = Nullable(Type.Number({ minimum: 0, maximum: 1 }));
const DurationMs = Nullable(Type.Number({ minimum: 0 }));

const Period = Type.Object(
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
    clickThrough: Type.Object(
      { suggestions: Share, lookAlikes: Share },
      {
        description: 'The share of lists with a click; null where no page reports clicks.',
      },
    ),
  },
  { title: 'Period', description: 'null is "not known", never zero.' },
);

const Point = Type.Object(
  { at: Instant(), calls: Nullable(Count()), p95Ms: DurationMs },
  {
    title: 'Point',
    description: '`calls` is null for an hour (or day) in which nothing was counted at all.',
  },
);

const Top = Type.Array(Type.Object({ text: Type.String(), count: Count() }));

const BoxShare = Type.Object(
  { box: Type.String(), calls: Count(), notFound: Count() },
  { title: 'BoxCalls' },
);

export const Analytics = Type.Object(
  {
    period: Nullable(Period),
    compared: Nullable(Period),
    series: Type.Array(Point, { description: 'By hour up to four days, by day beyond.' }),
    boxes: Type.Array(BoxShare),
    top: Type.Object({ patterns: Top, failedPatterns: Top, identifiers: Top, failedIdentifiers: Top }),
  },
  { title: 'Analytics', description: '`period` is null when nothing was counted in it.' },
);

export const AnalyticsQuery = Type.Object({
  ...PeriodQuery.properties,
  compare: Type.Optional(Type.Boolean({ description: 'Also the period of the same length before.' })),
  box: Type.Optional(Type.String({ maxLength: 200, description: 'Only this box.' })),
});

export const AnalyticsFile = Type.String({ description: 'hour,box,calls,found,notFound,errors,p95Ms' });

export type WireAnalytics = Static<typeof Analytics>;
