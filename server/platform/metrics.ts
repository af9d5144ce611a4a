import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AroundJob } from './jobs.ts';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics of a process. Routes are labelled by their pattern, so no labels contain personal data. */
export interface Metrics {
  registry: Registry;
  watch(http: FastifyInstance): void;
  page(method: string, status: number, ms: number): void;
  job: AroundJob;
  streams(open: () => number): void;
  /** Shares this process's metrics with the supervisor, which serves those of all processes. */
  share(): void;
  serve(host: string, port: number): Promise<Server>;
}

export function createMetrics(pools: readonly pg.Pool[]): Metrics {
  const registry = new Registry();
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Request duration by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Job duration by name and outcome',
    labelNames: ['job', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  });
  watchPools(pools, registry);

  return {
    registry,
    async job(name, work) {
      const end = jobs.startTimer({ job: name });
      try {
        const result = await work();
        end({ outcome: 'done' });
        return result;
      } catch (error) {
        end({ outcome: 'failed' });
        throw error;
      }
    },
    streams(open) {
      new Gauge({
        name: 'event_streams_open',
        help: 'Open event streams: browsers and devices of members who have the site open',
        registers: [registry],
        collect() {
          this.set(open());
        },
      });
    },
    share() {
      collectDefaultMetrics({ register: registry });
      AggregatorRegistry.setRegistries([registry]);
      // The constructor registers the listener for the supervisor's requests.
      new AggregatorRegistry();
    },
    page(method, status, ms) {
      requests.observe({ method, route: '/*', status }, ms / 1000);
    },
    watch(http) {
      http.addHook('onResponse', (request, reply, done) => {
        requests.observe(
          { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
          reply.elapsedTime / 1000,
        );
        done();
      });
    },
    async serve(host, port) {
      collectDefaultMetrics({ register: registry });
      return serveMetrics(host, port, () => registry.metrics());
    },
  };
}

export async function serveMetrics(host: string, port: number, read: () => Promise<string>): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    try {
      const text = await read();
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
    } catch {
      response.writeHead(503).end();
    }
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

function watchPools(pools: readonly pg.Pool[], registry: Registry): void {
  const sum = (of: (pool: pg.Pool) => number) => pools.reduce((total, pool) => total + of(pool), 0);
  new Gauge({
    name: 'database_connections',
    help: 'Database connections by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set(
        { state: 'busy' },
        sum((pool) => pool.totalCount - pool.idleCount),
      );
      this.set(
        { state: 'idle' },
        sum((pool) => pool.idleCount),
      );
    },
  });
  new Gauge({
    name: 'database_waiting',
    help: 'Queries waiting for a database connection',
    registers: [registry],
    collect() {
      this.set(sum((pool) => pool.waitingCount));
    },
  });
}
