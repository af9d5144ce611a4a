import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { webhookEvents } from '#contract/lists/webhook-events.ts';
import { GatewayUnavailable } from '#server/payments/gateways/gateway.ts';
import { noteContact } from '#server/payments/gateways/note-contact.ts';
import { countMail } from '#server/platform/outgoing/count-mail.ts';
import { testApp, type Client } from '#support/app.ts';
import { emptyQueue, failJobs, queuedJobs } from '#support/job-queue.ts';
import { browserOf, plant } from '#support/members.ts';
import { makeMemoryFolder } from '#support/memory-folder.ts';
import { operatorWith } from '#support/office/office-work.ts';
import { evaluateAlerts } from './alerts/evaluate-alerts.ts';
import { recordDrill } from './record-drill.ts';
import { runExamination } from './run-examination.ts';
import { storePageError } from './store-page-error.ts';

const backups = makeMemoryFolder('liaison-operations-');
const site = testApp({ BACKUP_TO: backups });
let owner: Client;

beforeEach(async () => {
  owner ??= await operatorWith(site, 'owner');
  await emptyQueue(site.db);
  await site.asOwner(
    'delete from alerts; delete from gateway_contacts; delete from mail_days; delete from page_errors; delete from doctor_findings; delete from complaints',
  );
});

const screen = () => owner.must('adminOperations');

/** Leaves a backup of this age in the store. */
function leaveBackup(hours: number): void {
  const taken = new Date(Date.now() - hours * 3_600_000);
  const name = `liaison-${taken.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz.sealed`;
  mkdirSync(backups, { recursive: true });
  writeFileSync(join(backups, name), 'x');
  utimesSync(join(backups, name), taken, taken);
}

async function failedJobs(name: string, count: number, error: string): Promise<void> {
  for (let n = 0; n < count; n++) await site.app.jobs.add(site.db, name);
  await failJobs(
    site.db,
    (await queuedJobs(site.db, name)).map(({ id }) => id),
    error,
  );
}

test('lists failed jobs by kind with an error that quotes nobody, and runs them again or discards them', async () => {
  await failedJobs('back-up', 2, 'The bucket of "Anna" at anna@example.test refused 123456');
  const { jobs, queue } = await screen();
  expect(queue.failed).toBe(2);
  expect(jobs).toMatchObject([
    { kind: 'back-up', failed: 2, retrying: 0, late: 0, last_error: 'The bucket of … at … refused …' },
  ]);
  expect(await owner.must('retryJobs', { body: { kind: 'back-up' } })).toEqual({ done: 2 });
  expect((await queuedJobs(site.db)).map(({ attempts }) => attempts)).toEqual([0, 0]);
  await failJobs(
    site.db,
    (await queuedJobs(site.db)).map(({ id }) => id),
    'again',
  );
  await failedJobs('count-figures', 1, 'no');
  expect(await owner.must('discardJobs', { body: { kind: 'back-up' } })).toEqual({ done: 2 });
  expect((await queuedJobs(site.db)).map(({ name }) => name)).toEqual(['count-figures']);
  expect(await owner.must('discardJobs', { body: { kind: 'back-up' } }), 'a repeat').toEqual({ done: 0 });
  const { rows } = await sql<{ action: string; details: unknown }>`
    select action, details from audit_log where object = 'back-up' order by id`.execute(site.db);
  expect(rows).toMatchObject([
    { action: 'jobs.retry', details: { done: 2 } },
    { action: 'jobs.discard', details: { done: 2 } },
    { action: 'jobs.discard', details: { done: 0 } },
  ]);
});

test('leaves jobs alone that run or have not failed', async () => {
  await site.app.jobs.add(site.db, 'count-figures');
  expect(await owner.must('retryJobs', { body: { kind: 'count-figures' } })).toEqual({ done: 0 });
  expect(await owner.must('discardJobs', { body: { kind: 'count-figures' } })).toEqual({ done: 0 });
  expect(await queuedJobs(site.db)).toHaveLength(1);
});

test('shows the findings of the doctor, which a job stores', async () => {
  expect((await screen()).findings).toEqual([]);
  await owner.must('examineInstallation');
  expect((await screen()).examining).toBe(true);
  await site.runJobs();
  const { findings, examining } = await screen();
  expect(examining).toBe(false);
  expect(findings.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Database', 'Ledger', 'Mail', 'Backup']),
  );
  expect(findings.find(({ name }) => name === 'Role')).toMatchObject({ state: 'well' });
  expect(findings.find(({ name }) => name === 'Migrations')).toMatchObject({ found: 'up to date' });
  const ledger = findings.find(({ name }) => name === 'Ledger')?.examined_at;
  await runExamination(site.app, { thorough: false });
  const again = (await screen()).findings;
  expect(again.find(({ name }) => name === 'Ledger')?.examined_at, 'only at night').toBe(ledger);
  expect(again.find(({ name }) => name === 'Database')?.examined_at).not.toBe(ledger);
});

test('counts mails by their fate, answers of gateways and errors of pages', async () => {
  await countMail(site.db, 'sent');
  await countMail(site.db, 'sent');
  await countMail(site.db, 'bounced');
  await countMail(site.db, 'complained');
  const gateway = { name: 'sandbox' as const };
  const fails = () => Promise.reject(new GatewayUnavailable('away'));
  await expect(noteContact(site.app, gateway, fails)).rejects.toThrow('away');
  await expect(noteContact(site.app, gateway, fails)).rejects.toThrow('away');
  const report = {
    release: '1',
    name: 'TypeError',
    message: 'x is not a function',
    path: '/en',
    frame: 'at a',
  };
  await storePageError(site.db, report);
  await storePageError(site.db, { ...report, path: '/nl' });
  await storePageError(site.db, { ...report, release: '2' });
  await recordDrill(site.db, { lostSeconds: 12.4, restoreSeconds: 90, faults: 0 });
  const shown = await screen();
  expect(shown.mail_days).toHaveLength(14);
  expect(shown.mail_days.at(-1)).toMatchObject({ sent: 2, bounced: 1, complained: 1 });
  expect(shown.gateways).toMatchObject([{ name: 'sandbox', failures: 2, answered_at: null }]);
  expect(shown.page_errors.map(({ release, count }) => [release, count])).toEqual([
    ['2', 1],
    ['1', 2],
  ]);
  expect(shown.drill).toMatchObject({ lost_seconds: 12, restore_seconds: 90, faults: 0 });
  await noteContact(site.app, gateway, async () => null);
  expect((await screen()).gateways).toMatchObject([{ failures: 0, answered_at: expect.any(String) }]);
});

test('keeps a bounded number of different page errors of a release', async () => {
  const report = { release: '3', name: 'Error', path: '/en', frame: null };
  for (let n = 0; n < 203; n++) await storePageError(site.db, { ...report, message: `word ${n}` });
  const { rows } = await sql<{ kinds: number; errors: number; others: number }>`
    select count(*)::int as kinds, sum(count)::int as errors, max(count)::int as others from page_errors where release = '3'`.execute(
    site.db,
  );
  expect(rows).toEqual([{ kinds: 201, errors: 203, others: 3 }]);
});

test('sends an alert once when it begins and once when it ends, by mail and to webhooks', async () => {
  leaveBackup(40);
  await owner.must('addWebhook', {
    body: { url: 'https://hooks.example.com/alerts', events: [...webhookEvents] },
  });
  const alerts = async () =>
    (await screen()).alerts.map(({ rule, value, ended_at }) => [rule, value, ended_at !== null]);
  const mails = async () =>
    (await queuedJobs(site.db, 'mail')).filter(({ payload }) => payload.template === 'operations-alert');
  await evaluateAlerts(site.app);
  await evaluateAlerts(site.app);
  expect(await alerts()).toEqual([['backup_old', 40, false]]);
  expect((await mails()).map(({ payload }) => payload.props)).toEqual([
    { name: expect.any(String), began: [{ rule: 'backup_old', subject: '', value: 40 }], ended: [] },
  ]);
  leaveBackup(0);
  await evaluateAlerts(site.app);
  await evaluateAlerts(site.app);
  expect(await alerts()).toEqual([['backup_old', 40, true]]);
  expect(await mails()).toHaveLength(2);
  const { rows } = await sql<{ data: object }>`
    select payload -> 'data' as data from webhook_deliveries where event = 'operations.alert' order by number`.execute(
    site.db,
  );
  expect(rows.map(({ data }) => data)).toEqual([
    { rule: 'backup_old', subject: '', value: 40, state: 'began' },
    { rule: 'backup_old', subject: '', value: 40, state: 'ended' },
  ]);
});

test('alerts about each rule from its setting on', async () => {
  await owner.must('changeSettings', {
    body: {
      site: '*',
      changes: [
        { key: 'alert_failed_jobs', value: 2 },
        { key: 'alert_gateway_failures', value: 2 },
      ],
    },
  });
  const began = async () => {
    await evaluateAlerts(site.app);
    return (await screen()).alerts
      .filter(({ ended_at }) => ended_at === null)
      .map(({ rule, subject }) => `${rule} ${subject}`.trim());
  };
  const fail = () =>
    noteContact(site.app, { name: 'mollie' }, () => Promise.reject(new GatewayUnavailable('away'))).catch(
      () => {},
    );
  await failedJobs('back-up', 1, 'no');
  await fail();
  await sql`insert into mail_days (day, sent, bounced) values ((app_now() at time zone 'utc')::date, 95, 4)`.execute(
    site.db,
  );
  expect(await began()).toEqual([]);
  await failedJobs('back-up', 1, 'no');
  await fail();
  await sql`update mail_days set bounced = 5`.execute(site.db);
  await sql`insert into doctor_findings (name, place, state, found) values ('Disk', 1, 'problem', 'full'), ('Mail', 2, 'warning', 'soon')`.execute(
    site.db,
  );
  await sql`insert into complaints (category, body, created_at) values ('other', 'x', app_now() - interval '25 hours')`.execute(
    site.db,
  );
  expect((await began()).toSorted()).toEqual([
    'complaints_late',
    'doctor_problem Disk',
    'gateway_failing mollie',
    'jobs_failed',
    'mail_bounces',
  ]);
});

test('keeps an alert whose rule cannot be measured', async () => {
  await sql`insert into alerts (rule, value) values ('backup_old', 40), ('jobs_late', 20)`.execute(site.db);
  const broken = {
    ...site.app,
    config: { ...site.app.config, backup: { to: 's3://a:b@127.0.0.1:1/x?tls=no', at: '', keepDays: 1 } },
  };
  await evaluateAlerts(broken);
  expect((await screen()).alerts.map(({ rule, ended_at }) => [rule, ended_at === null])).toEqual([
    ['backup_old', true],
    ['jobs_late', false],
  ]);
});

test('mails chosen operators, or all owners of the installation, and nobody who lost the role', async () => {
  const auditor = await operatorWith(site, 'auditor');
  const local = await plant(site, { roles: ['owner'] });
  await sql`update members set office_sites = '{*}' where id = ${local}`.execute(site.db);
  const recipients = async () => {
    await emptyQueue(site.db);
    await site.asOwner('delete from alerts');
    await sql`insert into doctor_findings (name, place, state, found) values ('Disk', 1, 'problem', 'full') on conflict do nothing`.execute(
      site.db,
    );
    await evaluateAlerts(site.app);
    return (await queuedJobs(site.db, 'mail')).map(({ payload }) => payload.to.memberId as number).toSorted();
  };
  expect(await recipients()).toContain(owner.memberId);
  expect(await recipients()).not.toContain(local);
  expect(await recipients()).not.toContain(auditor.memberId);
  await owner.must('chooseAlertRecipients', { body: { members: [auditor.memberId] } });
  expect(await recipients()).toEqual([auditor.memberId]);
  expect((await screen()).recipients.filter(({ chosen }) => chosen).map(({ id }) => id)).toEqual([
    auditor.memberId,
  ]);
  await sql`update members set roles = '{}' where id = ${auditor.memberId}`.execute(site.db);
  expect(await recipients()).toContain(owner.memberId);
  for (const id of [local, auditor.memberId])
    expect((await owner.call('chooseAlertRecipients', { body: { members: [id] } })).status).toBe(404);
});

test('opens to owners and auditors of the installation only, and auditors change nothing', async () => {
  const auditor = await operatorWith(site, 'auditor');
  expect((await auditor.call('adminOperations')).status).toBe(200);
  for (const [name, body] of [
    ['retryJobs', { kind: 'mail' }],
    ['discardJobs', { kind: 'mail' }],
    ['chooseAlertRecipients', { members: [] }],
  ] as const)
    expect((await auditor.call(name, { body } as never)).status, name).toBe(403);
  expect((await (await operatorWith(site, 'finance')).call('adminOperations')).status).toBe(403);
  const local = await plant(site, { roles: ['owner'] });
  await sql`update members set office_sites = '{*}' where id = ${local}`.execute(site.db);
  expect((await (await browserOf(site, local)).call('adminOperations')).status).toBe(403);
});
