import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { handlers, type MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import {
  accountOf,
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  beginTotp,
  confirmTotp,
  describeBrowser,
  dropRecoveryCodes,
  hasTotp,
  isPassword,
  makeRecoveryCodes,
  memberChanged,
  memberOfPasskey,
  noteBothFactors,
  passkeysOf,
  recoveryCodesLeft,
  removePasskey,
  removeTotp,
  secondStepsOf,
  sessionsOf,
  takeSecondStep,
  worksHere,
} from '../identity/index.ts';
import { logInHere, leave } from './begin-session.ts';
import { refuseClosed } from './log-in.ts';

/** Sessions, passkeys, the authenticator app and recovery codes, and logging in by them. */
export const securityHandlers = (app: App) => {
  /** An operator who has a second step and did not show it may not set up another. Refuses `second_factor_required`. */
  async function refuseUnproven({ memberId, lacksFactor }: Pick<MemberSession, 'memberId' | 'lacksFactor'>): Promise<void> {
    if (lacksFactor && (await secondStepsOf(app.db, memberId)).length > 0) throw refuse('second_factor_required');
  }

  /**
   * Refuses `password_wrong`. An operator who sets up the first second step is let through, since many have no password.
   */
  async function askPassword({ memberId, lacksFactor }: MemberSession, password: string): Promise<void> {
    await refuseUnproven({ memberId, lacksFactor });
    if (lacksFactor) return;
    const account = await accountOf(app.db, memberId);
    if (!(await isPassword(account?.password_hash, password))) throw refuse('password_wrong');
  }

  /**
   * The first second step brings recovery codes, which are shown once. The session in which an operator set it up has shown both factors.
   */
  async function firstCodes(member: MemberSession): Promise<{ recovery_codes: string[] }> {
    const { memberId } = member;
    if (member.lacksFactor) {
      await inTransaction(app.db, (tx) => noteBothFactors(tx, member));
      memberChanged(app, memberId);
    }
    return { recovery_codes: (await recoveryCodesLeft(app.db, memberId)) > 0 ? [] : await makeRecoveryCodes(app, memberId) };
  }

  /** Removes a second step; with the last one the recovery codes go too. Operators must keep one: `second_factor_required`. */
  async function removeStep(memberId: number, remove: (tx: Tx) => Promise<void>): Promise<void> {
    await inTransaction(app.db, async (tx) => {
      await remove(tx);
      if ((await secondStepsOf(tx, memberId)).length > 0) return;
      if (await worksHere(tx, memberId)) throw refuse('second_factor_required');
      await dropRecoveryCodes(tx, memberId);
    });
  }

  return handlers({
    async sessions(_input, { member }) {
      const rows = await sessionsOf(app.db, member.memberId);
      return {
        sessions: rows.map((row) => ({
          id: sessionId(row.token_hash),
          ...describeBrowser(row.user_agent),
          country: row.country,
          created_at: row.created_at.toISOString(),
          last_used_at: row.last_used_at.toISOString(),
          current: row.token_hash.equals(member.tokenHash),
        })),
      };
    },

    async endSession({ body }, { member }) {
      const row = (await sessionsOf(app.db, member.memberId)).find(({ token_hash: hash }) => sessionId(hash) === body.id);
      if (row) await leave(app, { ...member, tokenHash: row.token_hash });
      return { ok: true };
    },

    async security(_input, { member: { memberId } }) {
      const [passkeys, totp, left] = await Promise.all([passkeysOf(app.db, memberId), hasTotp(app.db, memberId), recoveryCodesLeft(app.db, memberId)]);
      return {
        passkeys: passkeys.map(({ created_at: created, last_used_at: used, ...passkey }) => ({
          ...passkey,
          created_at: created.toISOString(),
          last_used_at: used?.toISOString() ?? null,
        })),
        totp,
        recovery_codes_left: left,
      };
    },

    async beginPasskey({ body }, { member, host }) {
      await askPassword(member, body.password);
      const { name } = await settingsOf(app, host);
      return (await beginPasskey(app, member.memberId, host, name)) as unknown as Record<string, unknown>;
    },

    async addPasskey({ body }, call) {
      const { member } = call;
      await refuseUnproven(member);
      await addPasskey(app, member.memberId, call, { response: body.response as unknown as RegistrationResponseJSON, name: body.name.trim() });
      return firstCodes(member);
    },

    async removePasskey({ body }, call) {
      const { member } = call;
      await askPassword(member, body.password);
      await removeStep(member.memberId, (tx) => removePasskey(app, tx, member.memberId, body.id, call));
      return { ok: true };
    },

    async beginTotp({ body }, { member, host }) {
      await askPassword(member, body.password);
      return beginTotp(app, member.memberId, (await settingsOf(app, host)).name);
    },

    async confirmTotp({ body }, call) {
      const { member } = call;
      await refuseUnproven(member);
      await confirmTotp(app, member.memberId, body.code, call);
      return firstCodes(member);
    },

    async removeTotp({ body }, call) {
      const { member } = call;
      await askPassword(member, body.password);
      await removeStep(member.memberId, (tx) => removeTotp(app, tx, member.memberId, call));
      return { ok: true };
    },

    async newRecoveryCodes({ body }, call) {
      const { member } = call;
      await askPassword(member, body.password);
      if ((await secondStepsOf(app.db, member.memberId)).length === 0) throw refuse('conflict');
      return { recovery_codes: await makeRecoveryCodes(app, member.memberId, call) };
    },

    async secondStep({ body }, call) {
      return logInHere(app, call, await takeSecondStep(app, body.ticket, body.code, call), true);
    },

    async beginPasskeyLogin(_input, { host }) {
      return (await beginPasskeyLogin(app, host)) as unknown as Record<string, unknown>;
    },

    async passkeyLogin({ body }, call) {
      const memberId = await memberOfPasskey(app, call.host, body.response as unknown as AuthenticationResponseJSON);
      const account = await accountOf(app.db, memberId);
      if (!account) throw refuse('passkey_failed');
      await refuseClosed(app, account);
      return logInHere(app, call, memberId, true);
    },
  });
};

/** A session's name for its own member; says nothing of its secret. */
const sessionId = (hash: Buffer): string => hash.subarray(0, 12).toString('base64url');
