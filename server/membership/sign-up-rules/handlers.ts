import type { App } from '../../platform/app.ts';
import { handlers } from '../../platform/http/context.ts';
import { addSignUpRule } from './add-sign-up-rule.ts';
import { changeSignUpRule } from './change-sign-up-rule.ts';
import { removeSignUpRule } from './remove-sign-up-rule.ts';
import { signUpRules } from './sign-up-rules.ts';

export const signUpRuleHandlers = (app: App) =>
  handlers({
    signUpRules: (_input, { member }) => signUpRules(app, member.sites),
    async addSignUpRule({ body }, call) {
      await addSignUpRule(app.db, body, call);
      return { ok: true };
    },
    async changeSignUpRule({ body }, call) {
      await changeSignUpRule(app.db, body, call);
      return { ok: true };
    },
    async removeSignUpRule({ body }, call) {
      await removeSignUpRule(app.db, body.id, call);
      return { ok: true };
    },
  });
