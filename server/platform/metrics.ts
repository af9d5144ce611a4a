import { createServer, type Server } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/** Upper ends of the classes that durations are counted in, seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  buckets: number[];
  count: number;
  sum: number;
}

/** What a process counts about itself, in the text format of Prometheus. Routes are named by their pattern, so no address of a member is in it. */
export interface Metrics {
  /** Counts the requests of a server from now on. Call it before its routes. */
  watch(http: FastifyInstance): void;
  text(): string;
  /** Serves `/metrics` on a port of its own (METRICS_PORT). Close the server when done. */
  serve(host: string, port: number): Promise<Server>;
}

export function createMetrics(pool: pg.Pool): Metrics {
  const requests = new Map<string, Series>();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();

  const metrics: Metrics = {
    watch(http) {
      http.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'none';
        const labels = `method="${request.method}",route="${route}",status="${reply.statusCode}"`;
        const known = requests.get(labels) ?? { buckets: BUCKETS.map(() => 0), count: 0, sum: 0 };
        requests.set(labels, known);
        const seconds = reply.elapsedTime / 1000;
        known.count++;
        known.sum += seconds;
        BUCKETS.forEach((end, i) => {
          if (seconds <= end) known.buckets[i]!++;
        });
      });
    },
    text: () => [...requestLines(requests), ...poolLines(pool), ...processLines(delay.percentile(99))].join('\n') + '\n',
    async serve(host, port) {
      const server = createServer((request, response) => {
        if (request.url !== '/metrics') return void response.writeHead(404).end();
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(metrics.text());
      });
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
      return server;
    },
  };
  return metrics;
}

function requestLines(requests: Map<string, Series>): string[] {
  const name = 'http_request_duration_seconds';
  const lines = [`# TYPE ${name} histogram`];
  for (const [labels, { buckets, count, sum }] of requests) {
    BUCKETS.forEach((end, i) => lines.push(`${name}_bucket{${labels},le="${end}"} ${buckets[i]}`));
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${count}`, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`);
  }
  return lines;
}

function poolLines(pool: pg.Pool): string[] {
  return [
    '# TYPE database_connections gauge',
    `database_connections{state="busy"} ${pool.totalCount - pool.idleCount}`,
    `database_connections{state="idle"} ${pool.idleCount}`,
    '# TYPE database_waiting gauge',
    `database_waiting ${pool.waitingCount}`,
  ];
}

function processLines(delayNanoseconds: number): string[] {
  const { user, system } = process.cpuUsage();
  return [
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    '# TYPE nodejs_eventloop_delay_p99_seconds gauge',
    `nodejs_eventloop_delay_p99_seconds ${Number.isFinite(delayNanoseconds) ? delayNanoseconds / 1e9 : 0}`,
  ];
}
