import { availableParallelism, loadavg } from 'node:os';

/*
 * Limits end what hangs and judge nothing. They fit a quiet machine with two cores, with room to spare. CI's machine is
 * noisy: it multiplies all of them by KINDRED_TEST_PATIENCE, which is 4. No limit is longer than a quarter of an hour then: a run
 * that hangs once is still over in half an hour. Without it they grow with what the machine has to do already.
 */

type Environment = Readonly<Record<string, string | undefined>>;

/** What every limit is multiplied by: at least 1. `busy`: how many processes share one core now. */
export const readPatience = (
  { KINDRED_TEST_PATIENCE: asked }: Environment,
  busy = (loadavg()[0] ?? 0) / availableParallelism(),
): number => {
  if (asked === undefined || asked === '') return Math.max(1, Math.ceil(busy));
  const factor = Number(asked);
  if (Number.isFinite(factor) && factor >= 1) return factor;
  throw new Error(`KINDRED_TEST_PATIENCE is ${asked}, and must be a number from 1 on.`);
};

export const patience = readPatience(process.env);
const seconds = (count: number): number => Math.round(count * 1_000 * patience);

/** Milliseconds. */
export const limits = {
  /** A test, or what is done before or after it. */
  test: seconds(30),
  /** A wait for a state. It ends before its test, so that the message names the state. */
  wait: seconds(25),
  /** From the start of a service until it answers, without a demo. */
  start: seconds(60),
  /** A test that computes, with as many drawn cases as the full run has. */
  computing: seconds(120),
  /** A test that starts services, databases or threads, ends them and starts them again. */
  processes: seconds(120),
  /** A server of PostgreSQL: its packages are fetched first. */
  database: seconds(180),
  /** A journey through the portal or a shop, in a browser. */
  journey: seconds(150),
  /** An import, alone or inside a journey: pictures are drawn and embedded, while other files do the same. */
  import: seconds(110),
  /** All pages of the portal, one after the other, in a browser. */
  sweep: seconds(220),
} as const;
