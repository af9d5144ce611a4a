import { sql } from 'kysely';
import { isTimed, type Detection, type Ground, type MeasureKind } from '#contract/rules/measure-rules.ts';
import type { Money } from '#contract/schema.ts';
import { recordActivity } from '../../activity/index.ts';
import { closeAccount, memberChanged, rememberBan } from '../../identity/index.ts';
import { takeBadge } from '../../photos/index.ts';
import type { App } from '../../platform/app.ts';
import { one, type Tx } from '../../platform/database/index.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { appealSigner, APPEAL_DAYS } from '../appeals/appeal-link.ts';
import { settleClosedAccount } from '../close-member.ts';
import { mailAddress } from '../mail-address.ts';
import { checkMisuse } from '../misuse/check-misuse.ts';
import type { Operator } from '../operator.ts';
import { foundBy, keepMeasure } from './keep-measure.ts';
import type { MeasureRequest } from './measure-request.ts';

/**
 * Takes a measure in the caller's transaction: applies it, stores the statement of reasons, mails it to the
 * member with an appeal link, and audits it. Throws `not_found` if the member does not exist;
 * `invalid_fields` for an operator, a missing statement, or a suspension without days; and `conflict` if the
 * badge or account is no longer in the state that the measure would change.
 */
export async function applyMeasure(
  app: App,
  tx: Tx,
  operator: Operator,
  request: MeasureRequest,
): Promise<number> {
  const { member, kind, ground } = request;
  const facts = request.facts.trim();
  const status = await checkRequest(tx, { ...request, facts });
  const { until, refunded } = await carryOut(app, tx, operator, request, status);
  const undo = { ...request.undo, ...(kind === 'badge_removed' && { badge: true }) };
  const id = await keepMeasure(app, tx, operator.id, { ...request, facts, undo }, until);
  if (kind === 'ban' || kind === 'suspension') await rememberBan(app, tx, { measure: id, member, until });
  await operator.audit(tx, {
    act: `measure.${kind}`,
    member,
    object: id,
    details: { ground, complaint: request.complaint ?? null },
  });
  await recordActivity(app, tx, { member, kind: 'measure', key: id, details: { measure: kind } });
  const detection = request.detection ?? foundBy(request.complaint);
  await mailMeasure(app, tx, { id, member, kind, ground, facts, until, detection, refunded });
  await memberChanged(app, tx, member);
  return id;
}

async function checkRequest(tx: Tx, request: MeasureRequest): Promise<string> {
  const { member, kind, facts, days } = request;
  if (facts === '') throw refuseFields({ facts: 'required' });
  if (isTimed(kind) && !days) throw refuseFields({ days: 'required' });
  const person = await tx
    .selectFrom('members')
    .where('id', '=', member)
    .select(['roles', 'status'])
    .executeTakeFirst();
  if (!person || person.status === 'deleted') throw refuse('not_found');
  if (person.roles.length > 0) throw refuseFields({ member: 'invalid' });
  await checkMisuse(tx, request);
  return person.status;
}

interface Effect {
  until: Date | null;
  refunded?: Money | null;
}

/** Closes the account or removes the badge, and works out when a suspension ends. Other measures need no action here. */
async function carryOut(
  app: App,
  tx: Tx,
  operator: Operator,
  { member, kind, ground, days, refund }: MeasureRequest,
  status: string,
): Promise<Effect> {
  if (kind === 'badge_removed' && !(await takeBadge(tx, member))) throw refuse('conflict');
  if (kind === 'complaint_suspension') return { until: await inDays(tx, days ?? 0) };
  if (kind !== 'suspension' && kind !== 'ban') return { until: null };
  const closed = await closeAccount(app, tx, member, kind === 'ban' ? null : (days ?? null));
  if (!closed || (kind === 'suspension' && closed.until === null)) throw refuse('conflict');
  if (kind === 'suspension' || status === 'banned') return { until: closed.until };
  return {
    until: closed.until,
    refunded: await settleClosedAccount(app, tx, member, { operator, ground, refund }),
  };
}

const inDays = async (tx: Tx, days: number): Promise<Date> =>
  (await one(sql<{ until: Date }>`select app_now() + make_interval(days => ${days}) as until`.execute(tx)))
    .until;

interface Statement {
  id: number;
  member: number;
  kind: MeasureKind;
  ground: Ground;
  facts: string;
  until: Date | null;
  detection: Detection;
  refunded?: Money | null | undefined;
}

async function mailMeasure(
  app: App,
  tx: Tx,
  { id, member, kind, ground, facts, until, detection, refunded }: Statement,
): Promise<void> {
  const to = await mailAddress(tx, member);
  if (!to) return;
  const token = appealSigner(app.config).pack({ measure: id }, APPEAL_DAYS * 86_400);
  await app.mailer.send(tx, 'measure', to, {
    name: to.name,
    kind,
    ground,
    facts,
    until: until?.toISOString() ?? null,
    detection,
    refunded,
    token,
  });
}
