import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { viewerOf } from '../visibility/index.ts';
import { objectionOf } from './appeals/appeal-link.ts';
import { appeal } from './appeals/appeal.ts';
import { contestedDecisionOf } from './appeals/contested-decision.ts';
import { decideAppeal } from './appeals/decide-appeal.ts';
import { waitingAppeals } from './appeals/waiting-appeals.ts';
import { blockMember } from './block-member.ts';
import { blocksOf } from './blocks-of.ts';
import { complain } from './complain.ts';
import { complaintFile, takeComplaint, waitingComplaints } from './complaint-queue.ts';
import { complaintsOf } from './complaints-of.ts';
import { decideComplaint } from './decide-complaint.ts';
import { inspectPhoto } from './inspect-photo.ts';
import { endMeasure } from './measures/end-measure.ts';
import { takeMeasure } from './measures/take-measure.ts';
import { decideText } from './texts/decide-text.ts';
import { waitingTexts } from './texts/waiting-texts.ts';
import { unblockMember } from './unblock-member.ts';

export function moderationHandlers(app: App) {
  return handlers({
    async block({ body }, call) {
      const { memberId } = call.member;
      const { conversation } = await blockMember(
        app.db,
        await viewerOf(app, memberId, call.host),
        body.profile,
      );
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
      if ('token' in body) await appeal(app.db, objectionOf(app, body.token), null, body.text);
      else if (call.member)
        await appeal(app.db, { complaint: body.complaint }, call.member.memberId, body.text);
      else throw refuse('authentication_required');
      return { ok: true };
    },

    async decidePhoto({ body }, { member, audit }) {
      await inspectPhoto(app, { id: member.memberId, audit }, body);
      return { ok: true };
    },

    async takeMeasure({ body }, { member, audit }) {
      return { id: await takeMeasure(app, { id: member.memberId, audit }, body) };
    },
    async endMeasure({ body }, { member, audit }) {
      await endMeasure(app, { id: member.memberId, audit }, body);
      return { ok: true };
    },
    adminAppeals: ({ query }, { member }) => waitingAppeals(app, member, query?.cursor),
    async decideAppeal({ body }, { member, audit }) {
      await decideAppeal(app, { id: member.memberId, audit }, body);
      return { ok: true };
    },
    adminTexts: ({ query }, { member: { sites } }) => waitingTexts(app.db, sites, query?.cursor),
    async decideText({ body }, { member, audit }) {
      await decideText(app, { id: member.memberId, audit }, body);
      return { ok: true };
    },

    adminComplaints: ({ query }, { member }) => waitingComplaints(app.db, member, query?.cursor),

    adminComplaint: ({ query }, { member }) => complaintFile(app, member, query.id),

    async takeComplaint({ body }, { member, audit }) {
      await takeComplaint(app, { id: member.memberId, audit }, body.id);
      return { ok: true };
    },

    async decideComplaint({ body }, { member, audit }) {
      await decideComplaint(app, { ...body, operatorId: member.memberId, roles: member.roles, audit });
      return { ok: true };
    },
  });
}
