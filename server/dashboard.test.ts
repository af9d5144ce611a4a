import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls, type Call } from '#contract/calls.ts';
import { createTestDatabase } from '#support/database.ts';
import { makeMemoryFolder } from '#support/memory-folder.ts';
import { freePort } from '#support/running-site.ts';
import { assemble } from './assemble.ts';
import { readConfig } from './platform/config.ts';
import { createLog } from './platform/log.ts';

// Every series that docs/operate/grafana queries from Prometheus must be on /metrics under the same name and
// labels.

const GRAFANA = join(import.meta.dirname, '../docs/operate/grafana');
/** PromQL keywords that look like series names. */
const WORDS = new Set([
  'sum',
  'rate',
  'by',
  'max',
  'min',
  'time',
  'topk',
  'histogram_quantile',
  'absent',
  'or',
  'and',
  'le',
]);

function queries(): string[] {
  const { panels } = JSON.parse(readFileSync(join(GRAFANA, 'liaison.json'), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const alerts = [...readFileSync(join(GRAFANA, 'alerts.yaml'), 'utf8').matchAll(/expr: (.*)/g)].map(
    (match) => match[1]!,
  );
  return [...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)), ...alerts];
}

function seriesOf(query: string): { name: string; labels: string[] }[] {
  const grouping = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap((match) =>
    match[1]!.split(',').map((label) => label.trim()),
  );
  const bare = query.replace(/\bby \([^)]*\)/g, 'by');
  return [...bare.matchAll(/\b([a-z][a-z0-9_]*)(?:\{([^}]*)\})?/g)].flatMap(([, name = '', within = '']) =>
    WORDS.has(name) || !/_/.test(name)
      ? []
      : [{ name, labels: [...[...within.matchAll(/(\w+)[=!]/g)].map((match) => match[1]!), ...grouping] }],
  );
}

test('exports every series and label that the dashboard and alerts query', async () => {
  const database = await createTestDatabase();
  const dataDir = makeMemoryFolder('liaison-dashboard-');
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_POOL: '2',
    BACKUP_TO: join(dataDir, 'backups'),
    METRICS_PORT: String(await freePort()),
  });
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
      for (const label of labels)
        if (line?.includes('{') && label !== 'instance') expect(line, query).toContain(`${label}="`);
    }
  }
  expect(text).toMatch(/^queue_waiting\{queue="complaints_urgent"\} 0$/m);
  expect(text).toMatch(/^jobs_due 0$/m);
  expect(text).not.toMatch(/^backup_last_taken_timestamp_seconds \d/m);
});

test('counts on the dashboard only existing calls and their statuses', () => {
  const known = Object.values(calls) as Call[];
  const counted = queries().flatMap((query) => [
    ...query.matchAll(/route="([^"]+)",method="([^"]+)",status(=~?)"([^"]+)"/g),
  ]);
  expect(counted.length).toBeGreaterThan(4);
  for (const [text, route, method, , status] of counted) {
    const found = known.filter(
      (call) =>
        call.path === route && call.method === method && new RegExp(`^${status}$`).test(String(call.status)),
    );
    expect(found, text).not.toEqual([]);
  }
});
