import { sql } from 'kysely';
import { seriesKind, type SeriesStep } from '#contract/notifications/mail-series.ts';
import { seriesTargets } from '#mail/notifications/series-mail.ts';
import { welcomeOfferEnd } from '../../payments/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { type Addressee, addresseeOf, type MailAddressee, recipientOf } from '../audience.ts';
import { secondsUntilQuietEnd, secondsUntilRhythm } from '../mail-pace.ts';
import { noteMail } from '../note-mail.ts';
import { pushNotice, takesPush } from '../push-notice.ts';
import { takesMail } from '../rules.ts';
import { queueStep } from './queue-step.ts';
import { type RunningRun, runningRun } from './running-run.ts';
import { seriesPush } from './series-push.ts';
import { dueAt, isMet, isStale, nextStep } from './series-rules.ts';

/** Members who have the site open get the mail later. */
const PRESENT_SECONDS = 900;

/**
 * Handles the next step of a member's series: sends, leaves out or delays its mail, or ends the series. Everything that
 * speaks against it is read here, at the moment of sending. Safe to repeat: a mail is noted in the transaction that queues
 * it.
 */
export async function sendSeriesStep(app: App, { run: id }: { run: number }): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const run = await runningRun(tx, id);
    if (!run) return;
    const to = await addresseeOf({ ...app, db: tx }, run.member_id);
    const end = endOf(run, to);
    const step = nextStep(run.steps, run.handled);
    if (end || !to || !step) return endRun(tx, run, end ?? 'done');
    const due = dueAt(run.begins_at, step);
    const early = (due.getTime() - run.now.getTime()) / 1000;
    const decision: Decision = early > 0 ? { wait: early } : await decide(app, tx, run, to, step);
    if ('wait' in decision) return queueStep(app, tx, run.id, decision.wait);
    await handle(app, tx, run, to, { step, decision });
    return queueStep(app, tx, run.id, 0);
  });
}

type End = 'done' | 'goal' | 'left' | 'paused' | 'off';

function endOf(run: RunningRun, to: Addressee | null): End | null {
  if (!to?.confirmed) return 'left';
  if (run.reached) return 'goal';
  if (run.paused || (run.spending_paused && seriesKind(run.trigger).sells)) return 'paused';
  return run.enabled ? null : 'off';
}

async function endRun(tx: Tx, { id }: RunningRun, end: End): Promise<void> {
  await sql`
    update mail_series_runs set status = ${end}, ended_at = app_now(),
      goal_at = case when ${end} = 'goal' then app_now() else goal_at end
    where id = ${id}`.execute(tx);
}

type Decision =
  | { wait: number }
  | { outcome: 'condition' | 'unwanted' | 'late' | 'held_out' }
  | { outcome: 'sent'; mail: MailAddressee | null; push: boolean; until: Date | null };

async function decide(app: App, tx: Tx, run: RunningRun, to: Addressee, step: SeriesStep): Promise<Decision> {
  if (isStale(dueAt(run.begins_at, step), run.now)) return { outcome: 'late' };
  if (!isMet(step.conditions, run)) return { outcome: 'condition' };
  if (run.held_out) return { outcome: 'held_out' };
  const { type } = seriesKind(run.trigger);
  const mail = takesMail(to, type) ? to : null;
  const push = step.push && (await takesPush(tx, to, type));
  if (!mail && !push) return { outcome: 'unwanted' };
  return to.present ? { wait: PRESENT_SECONDS } : whenAllowed(app, tx, run, to, { step, mail, push });
}

/** Decides by quiet hours, rhythm and caps, and by the end of the offer that the mail is about. */
async function whenAllowed(
  app: App,
  tx: Tx,
  run: RunningRun,
  to: Addressee,
  { step, mail, push }: { step: SeriesStep; mail: MailAddressee | null; push: boolean },
): Promise<Decision> {
  const due = dueAt(run.begins_at, step);
  const { type } = seriesKind(run.trigger);
  const wait = mail ? await secondsUntilRhythm(tx, to, { type, due }) : await secondsUntilQuietEnd(tx, to);
  if (isStale(due, run.now, wait)) return { outcome: 'late' };
  const isAboutOffer = run.trigger === 'offer_ends';
  const until = isAboutOffer ? await welcomeOfferEnd(app, tx, run.member_id) : null;
  if (isAboutOffer && !isLeft(until, run.now, wait)) return { outcome: 'late' };
  return wait > 0 ? { wait } : { outcome: 'sent', mail, push, until };
}

/** Whether an offer lasts at least another hour after the wait. */
const isLeft = (until: Date | null, now: Date, wait: number): boolean =>
  until !== null && until.getTime() >= now.getTime() + (wait + 3600) * 1000;

async function handle(
  app: App,
  tx: Tx,
  run: RunningRun,
  to: Addressee,
  { step, decision }: { step: SeriesStep; decision: Exclude<Decision, { wait: number }> },
): Promise<void> {
  const { type } = seriesKind(run.trigger);
  const sent = decision.outcome === 'sent' ? decision : null;
  await sql`
    insert into mail_series_sends (run_id, mail, member_id, outcome, mailed, pushed)
    values (${run.id}, ${step.mail}, ${run.member_id}, ${decision.outcome}, ${sent?.mail != null}, ${sent?.push ?? false})`.execute(
    tx,
  );
  if (!sent) return;
  if (sent.mail) {
    await noteMail(tx, to.id, type);
    await app.mailer.send(tx, step.mail, recipientOf(sent.mail), propsOf(to, sent.until));
  }
  if (sent.push)
    await pushNotice(app, tx, to, {
      type,
      text: await seriesPush(app, to, step.mail),
      path: seriesTargets[step.mail].path,
      tag: 'series',
    });
}

const propsOf = ({ name }: Addressee, until: Date | null) => ({ name, until: until?.toISOString() ?? null });
