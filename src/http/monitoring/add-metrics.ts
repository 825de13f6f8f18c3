import { Counter, Gauge, type Registry } from 'prom-client';

type Labelled<Label extends string> = readonly [labels: Record<Label, string>, value: number | null];

/** Values are read when somebody asks. Those that are null are left out: an alert on them then never fires. */
export const addLabelledGauge = <Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: Label[],
  read: () => readonly Labelled<Label>[],
): void =>
  void new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      // One without labels that was never set is shown as 0.
      this.remove({});
      for (const [labels, value] of read()) if (value !== null) this.set(labels, value);
    },
  });

export const addGauge = (registry: Registry, name: string, help: string, read: () => number | null): void =>
  addLabelledGauge(registry, name, help, [], () => [[{}, read()]]);

/** A total that something else counts. */
export const addTotal = (registry: Registry, name: string, help: string, read: () => number): void =>
  void new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
