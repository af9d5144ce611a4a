import type { App } from '../../platform/app.ts';
import { handlers } from '../../platform/http/context.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { addTrustedFlagger } from './add-trusted-flagger.ts';
import { complainAsFlagger } from './complain-as-flagger.ts';
import { endTrustedFlagger } from './end-trusted-flagger.ts';
import { flaggerOf } from './flagger-of.ts';
import { renewFlaggerLink } from './renew-flagger-link.ts';
import { trustedFlaggers } from './trusted-flaggers.ts';

export const trustedFlaggerHandlers = (app: App) =>
  handlers({
    trustedFlaggers: async () => ({ flaggers: await trustedFlaggers(app.db) }),
    async addTrustedFlagger({ body }, { member, audit, host }) {
      await addTrustedFlagger(app, { id: member.memberId, audit }, body, host);
      return { ok: true };
    },
    async renewFlaggerLink({ body }, { member, audit, host }) {
      await renewFlaggerLink(app, { id: member.memberId, audit }, body.id, host);
      return { ok: true };
    },
    async endTrustedFlagger({ body }, { member, audit }) {
      await endTrustedFlagger(app.db, { id: member.memberId, audit }, body.id);
      return { ok: true };
    },

    async flagger({ query }) {
      const { name } = await flaggerOf(app, query.token);
      return { name };
    },
    async flaggerComplaint({ body }, call) {
      const { domain_language } = await settingsOf(app, call.host);
      return complainAsFlagger(app, body, { locale: call.locale ?? domain_language, host: call.host });
    },
  });
