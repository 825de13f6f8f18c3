import { Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../../engine/engine.ts';

/** Minimum time between two log lines, so that a large import does not flood the log. */
const lineEveryMs = 2000;

const createLineProgress = (err: NodeJS.WriteStream): Progress & { stop(): void } => {
  let lastStep = '';
  let lastLine = '';
  let lastAt = 0;
  const report = (step: string, done: number, total: number | null): void => {
    const isOver = done === total;
    if (step === lastStep && !isOver && Date.now() - lastAt < lineEveryMs) return;
    lastStep = step;
    lastAt = Date.now();
    const line = `${step}: ${done}${total === null ? '' : ` of ${total}`}\n`;
    if (done > 0 && line !== lastLine) err.write(line);
    lastLine = line;
  };
  return Object.assign(report, { stop: () => undefined });
};

const createBarProgress = (err: NodeJS.WriteStream): Progress & { stop(): void } => {
  let bar: SingleBar | null = null;
  let current = '';
  const stop = (): void => {
    bar?.stop();
    bar = null;
  };
  const report = (step: string, done: number, total: number | null): void => {
    if (step !== current) stop();
    current = step;
    if (bar === null) {
      bar = new SingleBar(
        { stream: err, format: '{step} {bar} {value}/{total} {eta_formatted}' },
        Presets.shades_classic,
      );
      bar.start(total ?? Math.max(done, 1), done, { step });
    }
    bar.setTotal(total ?? Math.max(done, 1));
    bar.update(done, { step });
  };
  return Object.assign(report, { stop });
};

/** Bars on a terminal, plain lines otherwise; always on stderr. */
export const createProgress = (err: NodeJS.WriteStream): Progress & { stop(): void } =>
  err.isTTY ? createBarProgress(err) : createLineProgress(err);
