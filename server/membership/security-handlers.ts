import {
  addPasskey,
  askToConfirmPasskey,
  authenticationResponse,
  beginPasskey,
  beginTotp,
  confirmPasskey,
  confirmTotp,
  hasTotp,
  makeRecoveryCodes,
  passkeysOf,
  recoveryCodesLeft,
  removePasskey,
  removeTotp,
  secondStepsOf,
  registrationResponse,
} from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { assertMayAddFactor, assertPassword, firstRecoveryCodes, removeFactor } from './factor-guards.ts';

export const securityHandlers = (app: App) =>
  handlers({
    async security(_input, { member: { memberId } }) {
      const [passkeys, totp, left] = await Promise.all([
        passkeysOf(app.db, memberId),
        hasTotp(app.db, memberId),
        recoveryCodesLeft(app.db, memberId),
      ]);
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
      await assertPassword(app, member, body.password);
      const { name } = await settingsOf(app, host);
      return { ...(await beginPasskey(app, member.memberId, host, name)) };
    },

    async addPasskey({ body }, call) {
      const { member } = call;
      await assertMayAddFactor(app, member);
      await addPasskey(app, member.memberId, call.host, {
        response: registrationResponse(body.response),
        name: body.name.trim(),
      });
      return { ...(await askToConfirmPasskey(app, member.memberId, call.host)) };
    },

    async confirmPasskey({ body }, call) {
      const { member } = call;
      await assertMayAddFactor(app, member);
      await confirmPasskey(app, member.memberId, call, authenticationResponse(body.response));
      return firstRecoveryCodes(app, member);
    },

    async removePasskey({ body }, call) {
      const { member } = call;
      await assertPassword(app, member, body.password);
      await removeFactor(app, member.memberId, (tx) =>
        removePasskey(app, tx, member.memberId, body.id, call),
      );
      return { ok: true };
    },

    async beginTotp({ body }, { member, host }) {
      await assertPassword(app, member, body.password);
      return beginTotp(app, member.memberId, (await settingsOf(app, host)).name);
    },

    async confirmTotp({ body }, call) {
      const { member } = call;
      await assertMayAddFactor(app, member);
      await confirmTotp(app, member.memberId, body.code, call);
      return firstRecoveryCodes(app, member);
    },

    async removeTotp({ body }, call) {
      const { member } = call;
      await assertPassword(app, member, body.password);
      await removeFactor(app, member.memberId, (tx) => removeTotp(app, tx, member.memberId, call));
      return { ok: true };
    },

    async newRecoveryCodes({ body }, call) {
      const { member } = call;
      await assertPassword(app, member, body.password);
      if ((await secondStepsOf(app.db, member.memberId)).length === 0) throw refuse('conflict');
      return { recovery_codes: await makeRecoveryCodes(app, member.memberId, call) };
    },
  });
