import { NEAR_SIGNUP_LIMIT } from '#contract/membership/signup.ts';
import { forgetUnit, unitOf } from '../experiments/index.ts';
import { endSession, knownDevice, operatorLogin } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { hostOfSite, settingsOf } from '../site-settings/index.ts';
import { trafficSourceOf } from '../traffic/index.ts';
import { begin, logInHere } from './begin-session.ts';
import { confirmMailChange } from './confirm-mail-change.ts';
import { reactivate } from './deletion/reactivate.ts';
import { logIn } from './log-in.ts';
import { userOf } from './present-user.ts';
import { makeChallenge } from './proof-of-work/make-challenge.ts';
import { requestMailChange } from './request-mail-change.ts';
import { activate } from './signup/activate.ts';
import { checkSignupField } from './signup/check-signup.ts';
import { resendActivation } from './signup/resend-activation.ts';
import { sendFirstMessage } from './signup/send-first-message.ts';
import { signUp } from './signup/sign-up.ts';

/**
 * Login, logout, signup, and the mailed links that confirm, restore or log in. No response reveals whether an
 * address has an account (docs/product.md 8.5).
 */
export const membershipHandlers = (app: App) =>
  handlers({
    async login({ body }, call) {
      return logInHere(
        app,
        call,
        await logIn(app, {
          ...body,
          host: call.host,
          deviceFor: (memberId) => knownDevice(app, call, memberId),
        }),
      );
    },

    async logout(_input, call) {
      if (call.member) await endSession(app, app.db, call.member);
      call.clearCookie('auth');
      return { ok: true };
    },

    async signup({ body }, call) {
      const { userAgent } = call;
      const { ip } = call.request;
      const host = await hostOfSite(app, call.host);
      const unit = unitOf(call);
      const joined = await signUp(app, body, {
        host,
        ip,
        isNearLimit: call.exceeded.has(NEAR_SIGNUP_LIMIT),
        userAgent,
        unit,
        trafficSource: trafficSourceOf(call),
      });
      if (unit) forgetUnit(call);
      return begin(app, call, joined, async () => {
        if (!joined.isRepeat) await sendFirstMessage(app, joined.memberId, body, host);
      });
    },

    signupChallenge: (_input, { host }) => makeChallenge(app, host),

    async signupCheck({ query }, { host }) {
      return checkSignupField(query ?? {}, (await settingsOf(app, host)).name);
    },

    async activate({ body }, call) {
      if ('token' in body) {
        const { memberId, cookie } = await activate(app, body.token, call);
        return cookie
          ? begin(app, call, { memberId, cookie })
          : userOf(app, memberId, call.host, call.member?.tokenHash ?? null);
      }
      if (!call.member) throw refuse('authentication_required');
      await resendActivation(app, call.member.memberId);
      return { ok: true };
    },

    async changeMail({ body }, call) {
      if ('token' in body) await confirmMailChange(app, body.token, call);
      else if (call.member)
        await requestMailChange(app, call.member.memberId, body.email, body.password, call.host);
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
