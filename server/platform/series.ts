import { Gauge, type Registry } from 'prom-client';

/** A figure that is read when somebody asks for it, such as how much waits in a queue. */
export interface Series {
  name: string;
  help: string;
  labels?: readonly string[];
  read(): Promise<readonly { labels?: Record<string, string>; value: number }[]>;
}

/** However often Prometheus comes by, the database is asked no more often than this. */
const FRESH_MS = 15_000;

/** Adds figures to a process's metrics. One that cannot be read is left out of the answer: the others are wanted most when something is away. */
export function registerSeries(registry: Registry, series: readonly Series[]): void {
  for (const { name, help, labels = [], read } of series) {
    let readAt = -Infinity;
    /** Without labels a gauge begins at 0, which nobody has counted. */
    const empty = (gauge: Gauge) => {
      gauge.reset();
      if (labels.length === 0) gauge.remove();
    };
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        if (performance.now() - readAt < FRESH_MS) return;
        try {
          const values = await read();
          empty(this);
          for (const one of values) this.set(one.labels ?? {}, one.value);
          readAt = performance.now();
        } catch {
          empty(this);
        }
      },
    });
    empty(gauge);
  }
}
