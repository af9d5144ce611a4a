import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach } from 'vitest';
import type { CallBody } from '#contract/calls.ts';
import type { Client, TestApp } from '../app.ts';
import { plantWithBrowser, setSettings } from '../members.ts';

export type Draft = CallBody<'saveExperiment'>;

export const draft = (change: Partial<Draft> = {}): Draft => ({
  site: '*',
  id: randomUUID(),
  key: `test-${randomUUID().slice(0, 8)}`,
  kind: 'landing',
  subject: 'gallery',
  hypothesis: 'Another headline brings more members',
  variants: [
    { name: 'Now', weight: 1, change: {} },
    { name: 'New', weight: 1, change: { slug: '2' } },
  ],
  metric: 'signup',
  currency: 'EUR',
  guardrails: { complaints: null, refunds: null, deletions: null, unsubscribes: null, page_errors: null },
  coverage_percent: 100,
  seen: null,
  ...change,
});

export const pricePage = (change: Draft['variants'][number]['change']) =>
  draft({
    kind: 'price_page',
    subject: '',
    metric: 'first_purchase',
    variants: [
      { name: 'Now', weight: 1, change: {} },
      { name: 'New', weight: 1, change },
    ],
  });

/** Steps of an editor and of visitors. Each test begins without experiments. Call it at the top of a file. */
export function experimentSteps(site: TestApp) {
  let editor: Client;
  let addresses = 0;
  beforeEach(async () => {
    editor ??= await plantWithBrowser(site, { roles: ['editor'] });
    await setSettings(site, { traffic_cookie_countries: ['NL'] });
    await sql`delete from experiments`.execute(site.db);
    site.app.events.publish('experiments_changed', null);
  });

  const look = async (id: string) => (await editor.must('adminExperiment', { query: { site: '*', id } }))!;
  const open = (client: Client, headers: Record<string, string> = {}) =>
    client.call('landing', { query: { lander: 'gallery', language: 'en' }, headers });

  return {
    look,
    open,
    get editor() {
      return editor;
    },
    async start(body: Draft, by = editor) {
      await by.must('saveExperiment', { body });
      await by.must('moveExperiment', { body: { site: '*', id: body.id, to: 'running' } });
      return body.id;
    },
    move: (id: string, to: 'running' | 'stopped' | 'decided', winner?: number) =>
      editor.must('moveExperiment', { body: { site: '*', id, to, ...(winner !== undefined && { winner }) } }),
    /** A browser in the Netherlands, where the settings allow the cookie without asking. */
    visitor: () => site.visitor(`193.0.6.${(addresses++ % 200) + 1}`),
    slugFor: async (client: Client, headers?: Record<string, string>) =>
      (await open(client, headers)).body.slug,
    async count(id: string) {
      await site.app.jobs.add(site.db, 'watch-experiments', {});
      await site.runJobs();
      return look(id);
    },
    exposures: async (id: string) =>
      (
        await sql<{ variant: number; member_id: number | null }>`
          select variant, member_id from experiment_exposures where experiment_id = ${id} order by first_at`.execute(
          site.db,
        )
      ).rows,
  };
}
