/*
 * How long does learning take, and how much memory? A million generated events that resemble those of a shop: Zipf
 * distributed patterns over topics, sessions of a few searches, clicks on the topic's products, some typos and robots.
 * The yardstick is one pass over the same events that only counts texts in a map.
 *
 *   node bench/keywords-mining.ts [events]                                  (a million unless said)
 *   node --max-old-space-size=1500 bench/keywords-mining.ts 1000000         (proof that memory is bounded)
 */
import { createRandom } from '../src/learning/looks/decide/measure.ts';
import type { BehaviourEvent } from '../src/learning/keywords/log/event.ts';
import { createBehaviourCollector } from '../src/learning/keywords/mine/behaviour.ts';
import { learnDefaults, learnFromBehaviour } from '../src/learning/keywords/mine/learn.ts';

const wanted = Number(process.argv[2] ?? 1_000_000);
const shape = {
  topics: 4_000,
  productsPerTopic: 12,
  words: 6_000,
  missionLength: 4,
  robotShare: 0.0005,
} as const;
const start = Date.UTC(2026, 0, 1);
const spanMs = 60 * 86_400_000;

function* generate(count: number): Generator<BehaviourEvent> {
  const random = createRandom(11);
  const pick = (below: number): number => Math.floor(random() * below);
  /** Zipf with exponent 1: as often as one over the rank. */
  const zipf = (below: number): number => Math.min(below - 1, Math.floor(below ** random()) - 1);
  const word = (number: number): string =>
    `${'bcdfghklmnprstvz'[number % 16]}${'aeiou'[number % 5]}${(number * 7919).toString(36)}`.replace(
      /\d/g,
      'o',
    );
  const queryOf = (topic: number): string => {
    const words = [word(topic % shape.words), word((topic * 31) % shape.words)].slice(0, 1 + pick(2));
    const extra = random() < 0.5 ? [word((topic + pick(6) * 977) % shape.words)] : [];
    const text = [...words, ...extra].join(' ');
    const place = pick(text.length);
    return random() < 0.04 ? text.slice(0, place) + text.slice(place + 1) || text : text;
  };
  for (let made = 0, shopper = 0; made < count; shopper++) {
    const searches = random() < shape.robotShare ? 400 : 1 + pick(shape.missionLength * 2);
    let topic = zipf(shape.topics);
    let at = start + random() * spanMs;
    for (let step = 0; step < searches && made < count; step++) {
      const query = queryOf(topic);
      yield { kind: 'search', shopper: `s${shopper}`, at, query };
      made++;
      if (random() < 0.4 && made < count) {
        const product = `p${topic * shape.productsPerTopic + zipf(shape.productsPerTopic)}`;
        yield { kind: 'click', shopper: `s${shopper}`, at: at + 5_000, query, product };
        made++;
      }
      at += 20_000 + random() * 180_000;
      if (random() < 0.4) topic = (topic + 1 + zipf(40)) % shape.topics;
    }
  }
}

const secondsSince = (since: number): number => (performance.now() - since) / 1000;
const cpuSeconds = (): string => `${(process.cpuUsage().user / 1e6).toFixed(0)} s of processor so far`;
const megabytes = (): string => `${Math.round(process.resourceUsage().maxRSS / 1024)} MB`;

const countingSince = performance.now();
const counts = new Map<string, number>();
for (const event of generate(wanted)) counts.set(event.query ?? '', (counts.get(event.query ?? '') ?? 0) + 1);
const counting = secondsSince(countingSince);
console.log(
  `yardstick: generate and count ${wanted} events, ${counts.size} texts: ${counting.toFixed(1)} s, peak ${megabytes()}`,
);

const readingSince = performance.now();
const collector = createBehaviourCollector(learnDefaults);
for (const event of generate(wanted)) collector.add(event);
const reading = secondsSince(readingSince);
const minedSince = performance.now();
const behaviour = collector.finish();
const mining = secondsSince(minedSince);
console.log(
  `read ${reading.toFixed(1)} s, mined ${mining.toFixed(1)} s: ${Math.round(wanted / (reading + mining))} events/s, ` +
    `${((reading + mining) / counting).toFixed(1)} × the yardstick, ${behaviour.patterns.length} patterns, peak ${megabytes()}`,
);

const listedSince = performance.now();
const learnt = learnFromBehaviour(behaviour, learnDefaults);
let entries = 0;
let suggestions = 0;
for (const { displayText, shoppers } of behaviour.patterns) {
  if (shoppers < learnt.shoppersAtLeast) continue;
  entries++;
  suggestions += learnt.suggest(displayText).length;
}
const listing = secondsSince(listedSince);
console.log(
  `${entries} ready lists, ${suggestions} suggestions in ${listing.toFixed(1)} s (${((listing / entries) * 1000).toFixed(2)} ms each), ${cpuSeconds()}, peak ${megabytes()}`,
);
console.log(
  `${wanted} events: ${(reading + mining + listing).toFixed(0)} s from the first event to the last list, peak ${megabytes()}`,
);
