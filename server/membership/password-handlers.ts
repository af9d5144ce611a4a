import { changePassword, judgePassword } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { settingsOf } from '../site-settings/index.ts';
import { requestReset } from './request-reset.ts';
import { resetPassword } from './reset-password.ts';
import { mailActivation } from './signup/resend-activation.ts';

export const passwordHandlers = (app: App) =>
  handlers({
    async passwordCheck({ body }, { host }) {
      const own = [...(body.own ?? []), (await settingsOf(app, host)).name, host];
      return judgePassword(body.password, own, { isForm: false });
    },

    async resetPassword({ body }, call) {
      if ('token' in body) await resetPassword(app, body.token, body.password, call);
      else await requestReset(app, body.email, call.host);
      return { ok: true };
    },

    async changePassword({ body }, call) {
      const { member } = call;
      await changePassword(app, member, body, call);
      // Changing the password has invalidated the activation link in the mailbox. After too many mails the
      // member can request the next one later.
      if (member.status === 'not_confirmed') await mailActivation(app, member.memberId);
      return { ok: true };
    },
  });
