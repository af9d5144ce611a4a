import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { viewerOf } from '../visibility/index.ts';
import { objectionOf } from './appeals/appeal-link.ts';
import { appeal } from './appeals/appeal.ts';
import { contestedDecisionOf } from './appeals/contested-decision.ts';
import { blockMember } from './block-member.ts';
import { blocksOf } from './blocks-of.ts';
import { complain } from './complain.ts';
import { complaintsOf } from './complaints-of.ts';
import { unblockMember } from './unblock-member.ts';

export function moderationHandlers(app: App) {
  return handlers({
    async block({ body }, call) {
      const { memberId } = call.member;
      const { conversation } = await blockMember(app, await viewerOf(app, memberId, call.host), body.profile);
      for (const member of [memberId, body.profile]) {
        app.events.emit(member, 'changed', { what: 'likes' });
        if (conversation !== null) app.events.emit(member, 'changed', { what: 'chats', conversation });
      }
      return { blocked: true };
    },

    async unblock({ body }, call) {
      await unblockMember(app.db, call.member.memberId, body.profile);
      return { blocked: false };
    },

    blocks: async ({ query }, call) =>
      blocksOf(app, await viewerOf(app, call.member.memberId, call.host), query?.cursor),

    async complaint({ body }, call) {
      const { domain_language } = await settingsOf(app, call.host);
      return complain(
        app,
        {
          ...(await viewerOf(app, call.member?.memberId ?? null, call.host)),
          locale: call.locale ?? domain_language,
          host: call.host,
        },
        body,
      );
    },

    complaints: ({ query }, call) => complaintsOf(app.db, call.member.memberId, query?.cursor),

    async appealView({ query }) {
      return contestedDecisionOf(app.db, objectionOf(app, query.token));
    },

    async appeal({ body }, call) {
      if ('token' in body) await appeal(app, objectionOf(app, body.token), null, body.text);
      else if (call.member) await appeal(app, { complaint: body.complaint }, call.member.memberId, body.text);
      else throw refuse('authentication_required');
      return { ok: true };
    },
  });
}
