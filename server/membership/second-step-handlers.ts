import {
  accountOf,
  authenticationResponse,
  beginPasskeyLogin,
  findLinkToken,
  hasFreshFactor,
  memberOfPasskey,
  noteFreshFactor,
  refuseStaff,
  takeCode,
  takeSecondStep,
} from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { logInHere } from './begin-session.ts';
import { refuseClosed } from './log-in.ts';

export const secondStepHandlers = (app: App) =>
  handlers({
    async secondStep({ body }, call) {
      return logInHere(app, call, await takeSecondStep(app, body.ticket, body.code, call), true);
    },

    async freshFactor(_input, { member }) {
      return { fresh: await hasFreshFactor(app.db, member) };
    },
    async showCode({ body }, call) {
      await takeCode(app, call.member.memberId, body.code, call);
      await noteFreshFactor(app.db, call.member);
      return { ok: true };
    },
    async showPasskey({ body }, { member, host }) {
      if ((await memberOfPasskey(app, host, authenticationResponse(body.response))) !== member.memberId)
        throw refuse('passkey_failed');
      await noteFreshFactor(app.db, member);
      return { ok: true };
    },

    async beginPasskeyLogin(_input, { host }) {
      return { ...(await beginPasskeyLogin(app, host)) };
    },

    async passkeyLogin({ body }, call) {
      const memberId = await memberOfPasskey(app, call.host, authenticationResponse(body.response));
      const account = await accountOf(app.db, memberId);
      if (!account) throw refuse('passkey_failed');
      await refuseClosed(app, account);
      const afterFirstStep =
        body.ticket && (await findLinkToken(app.db, body.ticket, 'second_step')) === memberId;
      if (!afterFirstStep) await refuseStaff(app, memberId);
      return logInHere(app, call, memberId, true);
    },
  });
