import { must } from '#contract/must.ts';
import { leadsDesk } from '#contract/rules/desk-rules.ts';
import { tellTyping } from '../chat/index.ts';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { settingsOf } from '../site-settings/index.ts';
import { answerAsProfile } from './answer-as-profile.ts';
import { assertMayOpen } from './claims/assert-may-open.ts';
import { claimConversation } from './claims/claim-conversation.ts';
import { keepClaim } from './claims/keep-claim.ts';
import { releaseConversation } from './claims/release-conversation.ts';
import { deskFigures } from './desk-figures.ts';
import { waitingConversations } from './inbox.ts';
import { listenAsProfile } from './listen-as-profile.ts';
import { openDeskStream } from './live.ts';
import { openAsProfile } from './open-as-profile.ts';
import { reactAsProfile } from './react-as-profile.ts';
import { rememberOf } from './remember-of.ts';
import { reportMember } from './report-member.ts';
import { deskThread } from './thread.ts';
import { translateForWriter } from './translate-for-writer.ts';

export const deskHandlers = (app: App) =>
  handlers({
    desk: ({ query }, { member, host }) => waitingConversations(app, member, query, host),

    async deskClaim({ body }, { member, host }) {
      await assertMayOpen(app.db, member, body.conversation);
      const { desk_capacity: capacity } = await settingsOf(app, host);
      await claimConversation(app, {
        operator: member.memberId,
        conversation: body.conversation,
        takeover: body.takeover ?? false,
        capacity,
      });
      return { ok: true };
    },

    async deskRelease({ body }, { member }) {
      await releaseConversation(app, member.memberId, body.conversation, body.note ?? '');
      return { ok: true };
    },

    async deskReport({ body }, { member, host, locale }) {
      await assertMayOpen(app.db, member, body.conversation);
      const { domain_language } = await settingsOf(app, host);
      await reportMember(app, { id: member.memberId, locale: locale ?? domain_language, host }, body);
      return { ok: true };
    },

    deskThread: ({ query }, { member, host }) => deskThread(app, member, query, host),

    async deskMemory({ body }, { member }) {
      await keepClaim(app.db, member.memberId, body.conversation);
      await rememberOf(app, member.memberId, body.conversation, body.memory);
      return { ok: true };
    },

    deskAnswer: ({ body, file }, { member, host }) =>
      answerAsProfile(app, {
        operator: member.memberId,
        conversation: body.conversation,
        clientId: body.client_id,
        text: body.text,
        gift: body.gift,
        file,
        waveform: body.waveform,
        reminded: body.reminded ?? [],
        host,
      }),

    deskReact: ({ body }, { member, host }) => reactAsProfile(app, member.memberId, body, host),

    deskOpenImage: ({ body }, { member, host }) => openAsProfile(app, member.memberId, body, host),

    deskTranslation: ({ body }, { member, host }) => translateForWriter(app, member.memberId, body, host),

    deskVoiceListened: ({ body }, { member }) => listenAsProfile(app, member.memberId, body),

    async deskTyping({ query }, { member }) {
      const { profile_id } = await keepClaim(app.db, member.memberId, query.conversation);
      await tellTyping(app, profile_id, query.conversation);
      return null;
    },

    async deskEvents(_input, { member, host, cookie, reply }) {
      await openDeskStream(app, member, host, must(cookie('auth'), 'session cookie'), () => {
        reply.hijack();
        return reply.raw;
      });
      return null;
    },

    deskFigures: (_input, { member }) =>
      deskFigures(app.db, member.sites, leadsDesk(member.roles) ? null : member.memberId),
  });
