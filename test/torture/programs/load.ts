import { Agent } from 'node:http';
import { availableParallelism } from 'node:os';
import { pick, type Context, type Outcome, type Program } from '../program.ts';
import { type LoadAnswer, type LoadCall, percentile, runOpenLoop, send } from '../support/load.ts';
import { watchHealth } from '../support/watch-health.ts';
import { burstCallsPerSecond, sendBursts } from '../support/send-bursts.ts';
import { keyHeader, relatedPath, searchPath, startService } from '../support/service.ts';
import { createShops, type TortureShop } from '../support/shops.ts';

const drawCall = (random: () => number, shop: TortureShop, size: number, port: number): LoadCall => ({
  port,
  path: random() < 0.7 ? searchPath(shop, `p${Math.floor(random() * size)}`) : relatedPath(shop, 'shirt'),
  headers: keyHeader(shop.key),
});

const runSustained = async (context: Context): Promise<Outcome> => {
  const size = context.times(100_000, 200);
  const { config, shops } = await createShops(context.folder, ['north', 'south', 'uplands'], size, {
    hasReadyLists: true,
  });
  const service = await startService(config.dataDir);
  const failures: string[] = [];
  const waits: number[] = [];
  const seconds = context.times(600, 3);
  const rate = context.isSmoke ? 50 : 300;
  const total = await runOpenLoop(
    rate,
    seconds,
    () => drawCall(context.random, pick(context.random, shops), size, service.port),
    ({ status, ms }) => {
      waits.push(ms);
      if (status !== 200) failures.push(`answered ${status}`);
    },
  );
  await service.stop();
  return {
    figure: `${total} calls at ${rate}/s for ${seconds} s on 3 × ${size} products: ${failures.length} failed, p50 ${percentile(waits, 0.5).toFixed(1)} ms, p99 ${percentile(waits, 0.99).toFixed(1)} ms`,
    failures,
  };
};

export const sustained: Program = {
  name: 'sustained-load',
  promise: '10 minutes at 300 calls a second, three websites of 100,000 products: no 5xx, no socket error',
  inSmoke: true,
  runsBeside: true,
  run: runSustained,
};

/** Calls a second that get answered, to this number of callers. */
const measureWindow = async (next: () => LoadCall, callers: number, seconds: number): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const endsAt = performance.now() + seconds * 1000;
  let answered = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < endsAt) if ((await send(agent, next())).status === 200) answered += 1;
    }),
  );
  agent.destroy();
  return answered / seconds;
};

/** What the service answers a second at this moment: the larger of few callers and many. */
const measureCapacity = async (next: () => LoadCall, seconds: number): Promise<number> =>
  Math.max(await measureWindow(next, 32, seconds / 2), await measureWindow(next, 96, seconds / 2));

/**
 * A service that has just started answers a third of what it answers later, because its code is not compiled yet: windows
 * are repeated until three in a row bring less than 3 % more.
 */
const warmUp = async (next: () => LoadCall, seconds: number): Promise<void> => {
  let [best, withoutGain] = [0, 0];
  for (let window = 0; window < 30 && withoutGain < 3; window += 1) {
    const measured = await measureWindow(next, 32, seconds);
    withoutGain = measured > best * 1.03 ? 0 : withoutGain + 1;
    best = Math.max(best, measured);
  }
};

/** 80 % are promised, and a figure within a tenth of its promise counts as met. */
const leastGoodput = 72;

type Overload = {
  readonly goodPerSecond: number;
  readonly answers: readonly LoadAnswer[];
  readonly quietAnswers: readonly LoadAnswer[];
};
type Round = Overload & { readonly capacity: number };

/** The noisy website at this rate, bursts included, and a quiet one beside it. */
const overloadFor = async (
  seconds: number,
  rate: number,
  next: () => LoadCall,
  quietCall: () => LoadCall,
  noisy: TortureShop,
): Promise<Overload> => {
  const [answers, quietAnswers]: [LoadAnswer[], LoadAnswer[]] = [[], []];
  const startedAt = performance.now();
  const steady = Math.max(rate / 2, rate - burstCallsPerSecond);
  const [, , bursts] = await Promise.all([
    runOpenLoop(steady, seconds, next, (answer) => answers.push(answer)),
    runOpenLoop(20, seconds, quietCall, (answer) => quietAnswers.push(answer)),
    sendBursts(next().port, () => next().path, keyHeader(noisy.key), seconds),
  ]);
  // Calls wait for connections of the generator: what was not shed is answered long after the last call was due.
  const elapsed = (performance.now() - startedAt) / 1000;
  const good = answers.filter(({ status }) => status === 200).length + bursts.answered;
  return { goodPerSecond: good / elapsed, answers, quietAnswers };
};

const runOverload = async (context: Context): Promise<Outcome> => {
  const size = context.times(20_000, 200);
  const { config, shops } = await createShops(context.folder, ['noisy', 'quiet'], size);
  const [noisy, quiet] = shops;
  if (noisy === undefined || quiet === undefined) throw new Error('They were created above.');
  // Nothing is cached, so that every call costs the same, before and during the overload. One processor is left to the
  // generator: what it takes from the service at three times the load would count as lost goodput.
  const service = await startService(config.dataDir, {
    KINDRED_CACHE_MB: '0',
    KINDRED_THREADS: String(Math.max(1, availableParallelism() - 1)),
  });
  const { random } = context;
  const next = (): LoadCall => drawCall(random, noisy, size, service.port);
  const quietCall = (): LoadCall => drawCall(random, quiet, size, service.port);
  const seconds = context.times(5, 1);
  const factor = context.isSmoke ? 1.5 : 3;
  await warmUp(next, Math.max(2, seconds));
  const health = await watchHealth(service.port);
  // By turns, since a machine that others use is not equally fast for a minute: each overload is compared with the
  // capacity right before it.
  const rounds: Round[] = [];
  for (let round = 0; round < context.times(5, 1); round += 1) {
    const capacity = await measureCapacity(next, seconds);
    rounds.push({ capacity, ...(await overloadFor(seconds, capacity * factor, next, quietCall, noisy)) });
  }
  const { failures: unhealthy } = await health.stop();
  await service.stop();
  const answers = rounds.flatMap((round) => round.answers);
  const quietAnswers = rounds.flatMap((round) => round.quietAnswers);
  const shed = answers
    .filter(({ status }) => status === 503 || status === 429)
    .map(({ serverMs }) => serverMs);
  const wrong = answers.filter(({ status }) => status !== 200 && status !== 503 && status !== 429);
  const hurt = quietAnswers.filter(({ status }) => status !== 200);
  const shares = rounds.map(({ capacity, goodPerSecond }) => (100 * goodPerSecond) / capacity);
  const goodput = percentile(shares, 0.5);
  const failures = [
    ...unhealthy,
    ...wrong.map(({ status }) => `a call of the noisy website got ${status}`),
    ...hurt.map(({ status }) => `a call of the quiet website got ${status}`),
    ...(goodput < leastGoodput && !context.isSmoke
      ? [`goodput fell to ${goodput.toFixed(0)} % of the capacity`]
      : []),
  ];
  const each = rounds.map(
    ({ capacity }, place) => `${shares[place]?.toFixed(0)} % of ${capacity.toFixed(0)}/s`,
  );
  return {
    figure: `at ${factor} × the capacity, bursts of pipelined calls included: goodput ${goodput.toFixed(0)} % at the median (${each.join(', ')}), ${shed.length} shed after ${percentile(shed, 0.5).toFixed(0)} ms (median), quiet website: ${quietAnswers.length - hurt.length} of ${quietAnswers.length} answered`,
    failures,
  };
};

export const overload: Program = {
  name: 'overload',
  promise: 'at 3 × capacity goodput stays at 80 %, health stays green, a noisy website does not hurt another',
  inSmoke: false,
  needsQuiet: true,
  run: runOverload,
};
