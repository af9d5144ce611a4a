import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('counts requests by route pattern, never by URL', async () => {
  const pool = new Pool();
  const metrics = createMetrics([pool]);
  const http = Fastify();
  metrics.watch(http);
  http.get('/photos/:id', async () => 'ok');
  for (const id of [1, 2, 3]) await http.inject(`/photos/${id}`);

  const server = await metrics.serve('127.0.0.1', 0);
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const text = await (await fetch(`${base}/metrics`)).text();
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",route="/photos/:id",status="200"} 3',
  );
  expect(text).not.toContain('/photos/1');
  expect(text).toContain('database_connections{state="busy"} 0');
  expect(text).toContain('database_waiting 0');
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  expect((await fetch(`${base}/`)).status).toBe(404);
  server.close();
  await http.close();
  await pool.end();
});
