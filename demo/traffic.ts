import type { Arm, ListInteraction } from '../src/analytics/analytics.ts';
import type { CallCounter } from '../src/analytics/call-counter.ts';
import type { Box } from '../src/domain/box.ts';
import type { Campaign } from '../src/domain/campaign.ts';
import type { DemoProduct } from './drawing/product.ts';
import type { DemoKeyword } from './keywords.ts';
import { createRandom, type Random } from './random.ts';

/** Counts calls as if it were this time, in milliseconds since 1970. */
export type CounterAt = (now: () => number) => CallCounter;

const trafficDefaults = { days: 30, callsPerHour: 24, seed: 31 } as const;
const hourMs = 3_600_000;

/** Shoppers sleep at night and buy in the evening: calls of each hour of a day, as a share of the busiest one. */
const hours = [
  0.2, 0.1, 0.05, 0.05, 0.05, 0.1, 0.2, 0.35, 0.5, 0.6, 0.65, 0.7, 0.75, 0.7, 0.65, 0.6, 0.65, 0.75, 0.9, 1,
  1, 0.9, 0.6, 0.35,
] as const;

type Traffic = {
  readonly websiteId: number;
  readonly boxes: readonly Pick<Box, 'id' | 'kind'>[];
  readonly campaigns: readonly Campaign[];
  readonly products: readonly DemoProduct[];
  readonly keywords: readonly DemoKeyword[];
  /** Searches that find nothing. */
  readonly missing: readonly string[];
  /** Milliseconds since 1970; the traffic ends at the hour before. */
  readonly until: number;
};

/** Counts thirty days of invented shoppers, so that the charts of the demo show something. The portal says so. */
export const simulateTraffic = (counterAt: CounterAt, traffic: Traffic): void => {
  const random = createRandom(trafficDefaults.seed);
  const last = Math.floor(traffic.until / hourMs) * hourMs;
  let clock = last - trafficDefaults.days * 24 * hourMs;
  const counter = counterAt(() => clock);
  for (; clock < last; clock += hourMs) {
    for (const box of traffic.boxes) {
      const calls = countCalls(clock, last, random);
      for (let call = 0; call < calls; call++)
        simulateCall(counter, traffic, { ...box, clock, list: `${clock} ${box.id} ${call}` }, random);
    }
    // Also an hour without calls was counted.
    counter.flush();
  }
  counter.close();
};

/** More in the evening and at weekends, and a little more every week. */
const countCalls = (clock: number, last: number, random: Random): number => {
  const at = new Date(clock);
  const weekend = at.getUTCDay() % 6 === 0 ? 1.3 : 1;
  const growth = 1 - (0.3 * (last - clock)) / (trafficDefaults.days * 24 * hourMs);
  const share = hours[at.getUTCHours()] ?? 0;
  return Math.round(trafficDefaults.callsPerHour * share * weekend * growth * random.between(0.7, 1.3));
};

type Call = Traffic['boxes'][number] & { readonly clock: number; readonly list: string };

/** How a shopper's side of an experiment clicks: what is tried out is liked better. */
const clickRates = { with: 0.28, without: 0.15, none: 0.17 } as const;

const simulateCall = (
  counter: CallCounter,
  { websiteId, products, keywords, campaigns, missing }: Traffic,
  { id: boxId, kind: boxKind, clock, list }: Call,
  random: Random,
): void => {
  const kind = boxKind === 'search' ? 'identifier' : 'pattern';
  const product = pickFrequent(products, random);
  const found = kind === 'identifier' || random.next() > 0.06;
  const pattern = found ? pickFrequent(keywords, random)?.keyword : pickFrequent(missing, random);
  const text = (kind === 'identifier' ? product?.identifier : pattern) ?? '';
  const met = campaigns.filter(
    ({ boxId: of, when, schedule: { from } }) =>
      of === boxId && meets(when, product) && (from === null || Date.parse(from) <= clock),
  );
  const arms = met
    .filter(({ share }) => share < 1)
    .map(({ ruleId, share }): Arm => ({ ruleId, side: random.next() < share ? 'with' : 'without' }));
  const matched = met
    .map(({ ruleId }) => ruleId)
    .filter((id) => arms.every(({ ruleId, side }) => ruleId !== id || side === 'with'));
  counter.count({
    websiteId,
    boxId,
    status: 200,
    // Longer while many ask.
    elapsedMs: random.between(2, 6) * (1 + (hours[new Date(clock).getUTCHours()] ?? 0)),
    input: { kind, text, found },
    ...(kind === 'identifier' && { campaigns: matched }),
  });
  const seen = { websiteId, boxId, kind, list, arms, campaigns: matched } as const;
  if (found) simulateShopper(counter, seen, product?.price ?? 0, random);
};

/** Half of the lists are seen, some of those are clicked, and some clicks end in a basket and an order. */
const simulateShopper = (
  counter: CallCounter,
  seen: Omit<ListInteraction, 'action'>,
  amount: number,
  random: Random,
): void => {
  const { websiteId, boxId, list, arms = [], campaigns = [] } = seen;
  const sale = { websiteId, boxId, order: list, currency: 'EUR', amount, arms, campaigns };
  if (random.next() > 0.5) return;
  counter.countInteraction({ ...seen, action: 'shown' });
  if (random.next() > clickRates[arms[0]?.side ?? 'none']) return;
  counter.countInteraction({ ...seen, action: 'clicked' });
  if (random.next() > 0.3) return;
  counter.countSale({ ...sale, action: 'cart', event: `${list} cart` });
  if (random.next() < 0.4) counter.countSale({ ...sale, action: 'order', event: `${list} order` });
};

/** The first ones are asked for most. */
const pickFrequent = <T>(items: readonly T[], random: Random): T | undefined =>
  items[Math.floor(random.next() ** 2 * items.length)];

const meets = ({ category, identifiers }: Campaign['when'], product: DemoProduct | undefined): boolean =>
  product !== undefined &&
  (identifiers?.includes(product.identifier) ??
    (category !== undefined && `${product.category}/`.startsWith(`${category}/`)));
