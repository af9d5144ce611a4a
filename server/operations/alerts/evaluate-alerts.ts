import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import { type AlertRule, alertRules } from '#contract/operations/alert-rules.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { queueEvent } from '../../webhooks/index.ts';
import { type Excess, measures } from './measures.ts';
import { isChosen, mayReceive } from './recipients.ts';

interface RuleFindings {
  rule: AlertRule;
  found: Excess[];
}

interface AlertChange extends Excess {
  rule: AlertRule;
}

/**
 * Compares what is above its limit now with the alerts that have begun. An alert is sent when it begins and when it ends,
 * by mail and to webhooks, in the transaction that stores it.
 */
export async function evaluateAlerts(app: App): Promise<void> {
  const settings = await settingsOf(app);
  const measured: RuleFindings[] = [];
  for (const rule of alertRules) {
    await measures[rule](app, settings).then(
      (found) => measured.push({ rule, found }),
      (error: Error) => app.log.warn({ rule, reason: error.message }, 'could not measure an alert'),
    );
  }
  await inTransaction(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('alerts'))`.execute(tx);
    const { began, ended } = await store(tx, measured);
    if (began.length + ended.length === 0) return;
    for (const [state, changes] of [
      ['began', began],
      ['ended', ended],
    ] as const)
      for (const { rule, subject, value } of changes)
        await queueEvent(app, tx, {
          event: 'operations.alert',
          member: null,
          site: null,
          data: { rule, subject, value, state },
        });
    for (const { id, ...recipient } of await recipientsOf(tx))
      await app.mailer.send(
        tx,
        'operations-alert',
        { ...recipient, memberId: id },
        { name: recipient.name, began, ended },
      );
  });
}

async function store(
  tx: Tx,
  measured: readonly RuleFindings[],
): Promise<{ began: AlertChange[]; ended: AlertChange[] }> {
  const began: AlertChange[] = [];
  const ended: AlertChange[] = [];
  for (const { rule, found } of measured) {
    const { rows: open } = await sql<Excess>`
      select subject, value from alerts where rule = ${rule} and ended_at is null order by subject`.execute(
      tx,
    );
    for (const excess of found) {
      if (!open.some(({ subject }) => subject === excess.subject)) began.push({ rule, ...excess });
      await sql`
        insert into alerts as a (rule, subject, value) values (${rule}, ${excess.subject}, ${excess.value})
        on conflict (rule, subject) where ended_at is null do update set value = greatest(a.value, excluded.value)`.execute(
        tx,
      );
    }
    for (const excess of open) {
      if (found.some(({ subject }) => subject === excess.subject)) continue;
      ended.push({ rule, ...excess });
      await sql`
        update alerts set ended_at = app_now() where rule = ${rule} and subject = ${excess.subject} and ended_at is null`.execute(
        tx,
      );
    }
  }
  return { began, ended };
}

async function recipientsOf(tx: Tx): Promise<{ id: number; name: string; email: string; locale: Locale }[]> {
  const { rows } = await sql<{ id: number; name: string; email: string; locale: Locale }>`
    select m.id, coalesce(p.name, '') as name, m.email, m.language as locale
    from members m left join profiles p on p.id = m.id
    where ${mayReceive} and m.email is not null and ${isChosen} order by m.id`.execute(tx);
  return rows;
}
