import { Gauge, type Registry } from 'prom-client';

export interface Series {
  name: string;
  help: string;
  labels?: readonly string[];
  read(): Promise<readonly { labels?: Record<string, string>; value: number }[]>;
}

/** Minimum interval between queries, so that frequent scrapes cost little. */
const FRESH_MS = 15_000;

/**
 * Registers gauges. A gauge that cannot be read is omitted from the scrape, because the others matter most
 * during an outage.
 */
export function registerSeries(registry: Registry, series: readonly Series[]): void {
  for (const { name, help, labels = [], read } of series) {
    let readAt = -Infinity;
    /** Without labels a gauge starts at 0, which would be a false reading. */
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
