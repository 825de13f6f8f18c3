/** Measures the speed of a step and estimates the time left. Starts anew with each step. */
export type RateMeter = (step: string, done: number, total: number | null) => Rate;

export type Rate = { readonly rate: number | null; readonly etaSeconds: number | null };

export const createRateMeter = (now: () => number): RateMeter => {
  let current = '';
  let sinceMs = 0;
  let doneBefore = 0;
  return (step, done, total) => {
    if (step !== current) {
      current = step;
      sinceMs = now();
      doneBefore = done;
    }
    const seconds = (now() - sinceMs) / 1000;
    const rate = seconds > 0 && done > doneBefore ? (done - doneBefore) / seconds : null;
    const etaSeconds = rate === null || total === null ? null : Math.ceil(Math.max(0, total - done) / rate);
    return { rate: rate === null ? null : Math.round(rate * 10) / 10, etaSeconds };
  };
};
