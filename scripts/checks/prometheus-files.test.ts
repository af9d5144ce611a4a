import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

// Runs the alert rules and the dashboard's queries through Prometheus's own program. server/dashboard.test.ts compares the
// names of their series with those on /metrics.

const GRAFANA = join(import.meta.dirname, '../../docs/operate/grafana');
const ALERTS = join(GRAFANA, 'alerts.yaml');
const missing = spawnSync('promtool', ['--version']).status === 0 ? '' : ' (missing here: promtool)';
const folder = mkdtempSync(join(tmpdir(), 'liaison-prometheus-'));
afterAll(() => rmSync(folder, { recursive: true }));

const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return { status, text: stdout + stderr };
};

/** The label and the text of an alert, which promtool compares as well. */
function termsOf(name: string): { severity: string | undefined; summary: string | undefined } {
  const [, rule = ''] = readFileSync(ALERTS, 'utf8').split(`alert: ${name}\n`);
  return { severity: /severity: (\w+)/.exec(rule)?.[1], summary: /summary: '([^']*)'/.exec(rule)?.[1] };
}

/**
 * Series that make an alert fire, and similar ones that do not: `values` in promtool's notation, one a minute, and the
 * minute at which the alert is looked at.
 */
const alertCases: Record<string, { fires: string[]; rests: string[]; minute: number }> = {
  LiaisonErrors: {
    fires: [
      'http_request_duration_seconds_count{status="500"} 0+3x30',
      'http_request_duration_seconds_count{status="200"} 0+97x30',
    ],
    rests: [
      'http_request_duration_seconds_count{status="500"} 0+1x30',
      'http_request_duration_seconds_count{status="200"} 0+99x30',
    ],
    minute: 20,
  },
  LiaisonSlow: {
    fires: [
      'http_request_duration_seconds_bucket{route="/api/chat.php",le="2.5"} 0+90x30',
      'http_request_duration_seconds_bucket{route="/api/chat.php",le="5"} 0+100x30',
      'http_request_duration_seconds_bucket{route="/api/chat.php",le="+Inf"} 0+100x30',
    ],
    rests: [
      'http_request_duration_seconds_bucket{route="/api/chat.php",le="1"} 0+100x30',
      'http_request_duration_seconds_bucket{route="/api/chat.php",le="+Inf"} 0+100x30',
      'http_request_duration_seconds_bucket{route="/api/events.php",le="1"} 0x30',
      'http_request_duration_seconds_bucket{route="/api/events.php",le="+Inf"} 0+100x30',
    ],
    minute: 25,
  },
  LiaisonJobsDelayed: {
    fires: ['jobs_oldest_seconds 301x30', 'jobs_workers 1x30'],
    rests: ['jobs_oldest_seconds 300x30', 'jobs_workers 1x30'],
    minute: 10,
  },
  LiaisonUrgentComplaints: {
    fires: ['queue_waiting{queue="complaints_urgent"} 1x60'],
    rests: ['queue_waiting{queue="complaints_urgent"} 0x60', 'queue_waiting{queue="complaints"} 9x60'],
    minute: 40,
  },
  LiaisonBackupOld: {
    fires: ['backup_last_taken_timestamp_seconds 0x2000'],
    rests: ['backup_last_taken_timestamp_seconds 0+60x2000'],
    minute: 1700,
  },
  LiaisonJobsFailed: { fires: ['jobs_failed 1x90'], rests: ['jobs_failed 0x90'], minute: 70 },
};

describe.skipIf(missing)(`Prometheus${missing}`, () => {
  test('accepts the alert rules, each of which has a case here', () => {
    const { status, text } = promtool('check', 'rules', ALERTS);
    expect([status, text]).toEqual([0, expect.stringContaining('SUCCESS')]);
    const names = [...readFileSync(ALERTS, 'utf8').matchAll(/alert: (\w+)/g)].map((match) => match[1]);
    expect(names).toEqual(Object.keys(alertCases));
  });

  test('accepts every query of the dashboard', () => {
    const { panels } = JSON.parse(readFileSync(join(GRAFANA, 'liaison.json'), 'utf8')) as {
      panels: { targets?: { expr: string }[] }[];
    };
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const rules = queries.map((expr, index) => ({ record: `panel:${index}`, expr }));
    const file = join(folder, 'panels.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    const { status, text } = promtool('check', 'rules', file);
    expect([status, text]).toEqual([0, expect.stringContaining(`${queries.length} rules found`)]);
  });

  test.each(Object.entries(alertCases))(
    '%s fires in its case, and only then',
    (name, { fires, rests, minute }) => {
      const run = (series: string[], expected: boolean) => {
        const file = join(folder, `${name}.json`);
        const input = series.map((line) => ({
          series: line.slice(0, line.lastIndexOf(' ')),
          values: line.slice(line.lastIndexOf(' ') + 1),
        }));
        const { severity, summary } = termsOf(name);
        const alert = { exp_labels: { severity }, exp_annotations: { summary } };
        writeFileSync(
          file,
          JSON.stringify({
            rule_files: [ALERTS],
            evaluation_interval: '1m',
            tests: [
              {
                interval: '1m',
                input_series: input,
                alert_rule_test: [
                  { eval_time: `${minute}m`, alertname: name, exp_alerts: expected ? [alert] : [] },
                ],
              },
            ],
          }),
        );
        return promtool('test', 'rules', file);
      };
      expect(run(fires, true)).toEqual({ status: 0, text: expect.stringContaining('SUCCESS') });
      expect(run(rests, false)).toEqual({ status: 0, text: expect.stringContaining('SUCCESS') });
    },
  );
});
