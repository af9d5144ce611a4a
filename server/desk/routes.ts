import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { tellTyping } from '../chat/index.ts';
import { answerAsProfile } from './answer.ts';
import { claimConversation, keepClaim, releaseConversation } from './claims.ts';
import { addFictionalPhoto, changeFictionalProfile, createFictionalProfile, fictionalProfiles } from './fictional-profiles.ts';
import { deskFigures } from './figures.ts';
import { waitingConversations } from './inbox.ts';
import { openDeskStream } from './live.ts';
import { deskThread, rememberOf } from './thread.ts';

export const deskHandlers = (app: App) =>
  handlers({
    desk: ({ query }, { member }) => waitingConversations(app, member.memberId, query),

    async deskClaim({ body }, { member }) {
      await claimConversation(app, member.memberId, body.conversation, body.takeover ?? false);
      return { ok: true };
    },

    async deskRelease({ body }, { member }) {
      await releaseConversation(app, member.memberId, body.conversation, body.note ?? '');
      return { ok: true };
    },

    deskThread: ({ query }, { member, host }) => deskThread(app, member.memberId, query, host),

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
        reminded: body.reminded ?? [],
        host,
      }),

    async deskTyping({ query }, { member }) {
      const { profile_id } = await keepClaim(app.db, member.memberId, query.conversation);
      await tellTyping(app, profile_id, query.conversation);
      return null;
    },

    async deskEvents(_input, { member, cookie, reply }) {
      await openDeskStream(app, member.memberId, cookie('auth')!, () => {
        reply.hijack();
        return reply.raw;
      });
      return null;
    },

    deskFigures: (_input, { member }) => deskFigures(app.db, member.roles.includes('owner') ? null : member.memberId),

    fictionalProfiles: ({ query }) => fictionalProfiles(app, query),

    createFictionalProfile: async ({ body }, { member }) => ({ id: await createFictionalProfile(app, member.memberId, body) }),

    async changeFictionalProfile({ body }) {
      await changeFictionalProfile(app, body);
      return { ok: true };
    },

    fictionalPhoto: async ({ body, file }) => ({ id: await addFictionalPhoto(app, body, file) }),
  });
