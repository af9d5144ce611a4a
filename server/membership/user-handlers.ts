import { must } from '#contract/must.ts';
import { endSpendingPause, pauseSpending } from '../credits/index.ts';
import { type AccountSession, renewSession, setSessionCookie } from '../identity/index.ts';
import { endMailPause, pauseMails } from '../notifications/index.ts';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { subscribePush, unsubscribePush } from '../platform/outgoing/push-subscriptions.ts';
import { forgetTrafficSource } from '../traffic/index.ts';
import { changeConsent } from './change-consent.ts';
import { changeUser } from './change-user.ts';
import { deleteAccount } from './deletion/delete-account.ts';
import { objectToSource } from './object-to-source.ts';
import { userOf } from './present-user.ts';

export const userHandlers = (app: App) =>
  handlers({
    async user(_input, call) {
      const session = call.member as AccountSession;
      const isRenewed = session.renewDue && (await renewSession(app.db, session));
      if (isRenewed) session.renewDue = false;
      if (isRenewed || call.hasOldCookie('auth'))
        setSessionCookie(call, must(call.cookie('auth'), 'session cookie'));
      return userOf(app, session.memberId, call.host, session.tokenHash);
    },

    async changeUser({ body }, { member, host }) {
      if ((body.invisible === false || body.incognito) && member.consentWithdrawn)
        throw refuse('consent_withdrawn');
      await changeUser(app, member.memberId, body, host);
      return userOf(app, member.memberId, host, member.tokenHash);
    },

    async changeIntimateConsent({ body }, { member, host }) {
      await changeConsent(app, member.memberId, body.given);
      return userOf(app, member.memberId, host, member.tokenHash);
    },

    async objectToSource(_input, call) {
      await objectToSource(app, call.member.memberId);
      forgetTrafficSource(call);
      return userOf(app, call.member.memberId, call.host, call.member.tokenHash);
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
  });
