import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { subscribePush, unsubscribePush } from '../platform/outgoing/push-subscriptions.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf, trafficSourceOf } from '../site-settings/index.ts';
import { type AccountSession, changePassword, judgePassword, knownDevice, operatorLogin, renewSession, setSessionCookie } from '../identity/index.ts';
import { activate, resendActivation } from './activate.ts';
import { confirmMailChange, requestMailChange } from './change-mail.ts';
import { begin, leave, logInHere } from './begin-session.ts';
import { changeUser } from './change-user.ts';
import { checkSignupField } from './check-signup.ts';
import { deleteAccount } from './delete-account.ts';
import { logIn } from './log-in.ts';
import { endMailPause, pauseMails } from '../notifications/index.ts';
import { endSpendingPause, pauseSpending } from '../credits/index.ts';
import { userOf } from './present-user.ts';
import { reactivate } from './reactivate.ts';
import { requestReset, resetPassword } from './reset-password.ts';
import { signUp } from './sign-up.ts';

/** The calls of an account: user.php, logout, signup and everything about access (docs/product.md 5 to 7). */
export const membershipHandlers = (app: App) => {
  return handlers({
    async login({ body }, call) {
      return logInHere(app, call, await logIn(app, { ...body, host: call.host, deviceFor: (memberId) => knownDevice(app, call, memberId) }));
    },

    async user(_input, call) {
      const session = call.member as AccountSession;
      if (session.renewDue && (await renewSession(app.db, session))) {
        session.renewDue = false;
        setSessionCookie(call, call.cookie('auth')!);
      }
      return userOf(app, session.memberId, call.host, session.tokenHash);
    },

    async changeUser({ body }, { member, host }) {
      await changeUser(app, member.memberId, body, host);
      return userOf(app, member.memberId, host, member.tokenHash);
    },

    async pauseMails({ body }, { member, host }) {
      await pauseMails(app.db, member.memberId, body.days);
      return userOf(app, member.memberId, host, member.tokenHash);
    },

    async endMailPause(_input, { member, host }) {
      await endMailPause(app.db, member.memberId);
      return userOf(app, member.memberId, host, member.tokenHash);
    },

    async pauseSpending({ body }, { member, host }) {
      await pauseSpending(app, member.memberId, body.days);
      return userOf(app, member.memberId, host, member.tokenHash);
    },

    async endSpendingPause(_input, { member, host }) {
      await endSpendingPause(app, member.memberId);
      return userOf(app, member.memberId, host, member.tokenHash);
    },

    async deleteUser({ body }, call) {
      const until = await deleteAccount(app, call.member.memberId, body);
      call.clearCookie('auth');
      return { ok: true, reactivate_until: until.toISOString() };
    },

    async subscribePush({ body }, { member }) {
      await subscribePush(app, member, body.subscription);
      return { ok: true };
    },

    async unsubscribePush({ body }, { member }) {
      await unsubscribePush(app.db, member.memberId, body.endpoint);
      return { ok: true };
    },

    async logout(_input, call) {
      if (call.member) await leave(app, call.member);
      call.clearCookie('auth');
      return { ok: true };
    },

    async signup({ body }, call) {
      const { host, userAgent } = call;
      return begin(app, call, await signUp(app, body, { host, userAgent, trafficSource: trafficSourceOf(call) }));
    },

    async signupCheck({ query }) {
      return checkSignupField(query ?? {});
    },

    async passwordCheck({ body }, { host }) {
      return judgePassword(body.password, [...(body.own ?? []), (await settingsOf(app, host)).name, host]);
    },

    async activate({ body }, call) {
      if ('token' in body) {
        const { memberId, cookie } = await activate(app, body.token, call);
        return cookie ? begin(app, call, { memberId, cookie }) : userOf(app, memberId, call.host, call.member?.tokenHash ?? null);
      }
      if (!call.member) throw refuse('authentication_required');
      await resendActivation(app, call.member.memberId);
      return { ok: true };
    },

    async resetPassword({ body }, call) {
      if ('token' in body) await resetPassword(app, body.token, body.password, call.host);
      else await requestReset(app, body.email, call.host);
      return { ok: true };
    },

    async changePassword({ body }, { member }) {
      await changePassword(app, member, body.old_password, body.password);
      // The link in the mailbox has ended with the others.
      if (member.status === 'not_confirmed') await resendActivation(app, member.memberId);
      return { ok: true };
    },

    async changeMail({ body }, call) {
      if ('token' in body) await confirmMailChange(app, body.token);
      else if (call.member) await requestMailChange(app, call.member.memberId, body.email, body.password, call.host);
      else throw refuse('authentication_required');
      return { ok: true };
    },

    async reactivate({ body }, call) {
      return begin(app, call, await reactivate(app, body.token, call));
    },

    async operatorLogin({ body }, call) {
      return logInHere(app, call, await operatorLogin(app, body.token, call.audit));
    },
  });
};
