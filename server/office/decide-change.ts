import { Type } from 'typebox';
import type { CallReply } from '#contract/calls.ts';
import { packageBody } from '#contract/payments/catalogue.ts';
import { object } from '#contract/schema.ts';
import { applyPackage } from '../payments/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import {
  writeSettings,
  closeChange,
  lockChange,
  SITES_CHANGED,
  waitingChanges,
  type SettingOperator,
} from '../site-settings/index.ts';

const settingWish = object({ host: Type.String(), key: Type.String(), value: Type.Unknown() });

export async function changesThatWait(
  app: App,
  { memberId: operatorId, sites }: Pick<MemberSession, 'memberId' | 'sites'>,
): Promise<CallReply<'waitingChanges'>> {
  const rows = await waitingChanges(app.db, sites);
  return {
    changes: rows.map(({ id, kind, object: of, before, after, asked_by, name, created_at }) => ({
      id,
      kind,
      object: of,
      before,
      after,
      asked_by: name ?? String(asked_by),
      own: asked_by === operatorId,
      created_at: created_at.toISOString(),
    })),
  };
}

/**
 * POST /api/admin/waiting-changes: a second operator applies or declines a waiting change. The operator who
 * requested it may withdraw it. A four-eyes limit needs a second owner. Throws `not_found` if the change does
 * not exist, `own_decision` for approving one's own change, `role_required` for a setting decided by a
 * non-owner, `conflict` if the change was decided differently, and every error of the change itself.
 */
export async function decideChange(
  app: App,
  operator: SettingOperator,
  { id, approve }: { id: string; approve: boolean },
): Promise<'done' | 'declined'> {
  const me = operator.member.memberId;
  const wanted = approve ? 'done' : 'declined';
  // Imported before the transaction locks anything, because the first import takes tens of milliseconds.
  const { Value } = await import('typebox/value');
  const host = await inTransaction(app.db, async (tx) => {
    const change = await lockChange(tx, id);
    if (!change) throw refuse('not_found');
    if (change.state === wanted && change.decided_by === me) return null;
    if (change.state !== 'waiting') throw refuse('conflict');
    if (change.kind === 'setting' && !operator.member.roles.includes('owner')) throw refuse('role_required');
    if (approve && change.asked_by === me) throw refuse('own_decision');
    await closeChange(tx, id, wanted, me);
    await operator.audit(tx, {
      object: id,
      details: { approve, change: change.object, before: change.before, after: change.after },
    });
    if (!approve) return null;
    if (change.kind === 'package') {
      await applyPackage(tx, { id: me, audit: operator.audit }, Value.Parse(packageBody, change.after));
      return null;
    }
    const { host: site, key, value } = Value.Parse(settingWish, change.after);
    await writeSettings(app, tx, operator, site, [{ key, value }], { approved: true, fromElsewhere: true });
    return site;
  });
  if (host) app.events.publish(SITES_CHANGED, { host });
  return wanted;
}
