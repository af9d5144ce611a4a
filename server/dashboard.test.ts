import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls, type Call } from '#contract/calls.ts';
import { createTestDatabase } from '#support/database.ts';
import { freePort } from '#support/running-site.ts';
import { assemble } from './assemble.ts';
import { readConfig } from './platform/config.ts';
import { createLog } from './platform/log.ts';

// What docs/operate/grafana asks Prometheus for has to be on /metrics, under that name and with those labels.

const GRAFANA = join(import.meta.dirname, '../docs/operate/grafana');
/** Words of PromQL that look like names of series. */
const WORDS = new Set(['sum', 'rate', 'by', 'max', 'min', 'time', 'topk', 'histogram_quantile', 'absent', 'or', 'and', 'le']);

function queries(): string[] {
  const { panels } = JSON.parse(readFileSync(join(GRAFANA, 'liaison.json'), 'utf8')) as { panels: { targets?: { expr: string }[] }[] };
  const alerts = [...readFileSync(join(GRAFANA, 'alerts.yaml'), 'utf8').matchAll(/expr: (.*)/g)].map((match) => match[1]!);
  return [...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)), ...alerts];
}

/** The series that a query names, and the labels that it asks of each. */
function seriesOf(query: string): { name: string; labels: string[] }[] {
  const grouping = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap((match) => match[1]!.split(',').map((label) => label.trim()));
  const bare = query.replace(/\bby \([^)]*\)/g, 'by');
  return [...bare.matchAll(/\b([a-z][a-z0-9_]*)(?:\{([^}]*)\})?/g)].flatMap(([, name = '', within = '']) =>
    WORDS.has(name) || !/_/.test(name) ? [] : [{ name, labels: [...[...within.matchAll(/(\w+)[=!]/g)].map((match) => match[1]!), ...grouping] }],
  );
}

test('every query of the dashboard and of the alerts finds its series on /metrics, with the labels that it goes by', async () => {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'liaison-dashboard-'));
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_POOL: '2', BACKUP_TO: join(dataDir, 'backups'), METRICS_PORT: String(await freePort()) });
  const site = await assemble(config, database.appUrl, createLog(config, 'silent'));
  const http = await site.createHttp();
  await http.inject('/api/health.php');
  await site.metrics.job('mail', async () => {});
  const server = await site.metrics.serve('127.0.0.1', config.metricsPort!);
  const text = await (await fetch(`http://127.0.0.1:${config.metricsPort}/metrics`)).text();
  server.close();
  await http.close();
  await site.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });

  const described = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]!));
  const asked = queries();
  expect(asked.length).toBeGreaterThan(25);
  for (const query of asked) {
    for (const { name, labels } of seriesOf(query)) {
      const family = name.replace(/_(?:bucket|sum|count)$/, '');
      expect(described.has(name) || described.has(family), `${name} of ${query}`).toBe(true);
      const line = text.split('\n').find((one) => one.startsWith(`${name}{`) || one.startsWith(`${name} `));
      for (const label of labels) if (line?.includes('{') && label !== 'instance') expect(line, query).toContain(`${label}="`);
    }
  }
  expect(text).toMatch(/^queue_waiting\{queue="complaints_urgent"\} 0$/m);
  expect(text).toMatch(/^jobs_due 0$/m);
  expect(text).not.toMatch(/^backup_last_taken_timestamp_seconds \d/m);
});

test('the routes that the dashboard counts are calls, answered with the status that it counts', () => {
  const known = Object.values(calls) as Call[];
  const counted = queries().flatMap((query) => [...query.matchAll(/route="([^"]+)",method="([^"]+)",status(=~?)"([^"]+)"/g)]);
  expect(counted.length).toBeGreaterThan(4);
  for (const [text, route, method, , status] of counted) {
    const found = known.filter((call) => call.path === route && call.method === method && new RegExp(`^${status}$`).test(String(call.status)));
    expect(found, text).not.toEqual([]);
  }
});
