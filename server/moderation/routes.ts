import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { settingsOf } from '../site-settings/index.ts';
import { viewerOf } from '../visibility/index.ts';
import { blockMember, unblockMember } from './block-member.ts';
import { blocksOf } from './blocks-of.ts';
import { complain } from './complain.ts';
import { complaintFile, takeComplaint, waitingComplaints } from './complaint-queue.ts';
import { complaintsOf } from './complaints-of.ts';
import { decideComplaint } from './decide-complaint.ts';

/** block.php, blocks.php, complaint.php, complaints.php, and the operators' queue of complaints. */
export function moderationHandlers(app: App) {
  return handlers({
    async block({ body }, call) {
      const { memberId } = call.member;
      const { conversation } = await blockMember(app.db, await viewerOf(app, memberId, call.host), body.profile);
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

    blocks: ({ query }, call) => blocksOf(app.db, call.member.memberId, query?.cursor),

    async complaint({ body }, call) {
      const { domain_language } = await settingsOf(app, call.host);
      return complain(
        app,
        { ...(await viewerOf(app, call.member?.memberId ?? null, call.host)), locale: call.locale ?? domain_language, host: call.host },
        body,
      );
    },

    complaints: ({ query }, call) => complaintsOf(app.db, call.member.memberId, query?.cursor),

    adminComplaints: ({ query }, { member }) => waitingComplaints(app.db, member.memberId, query?.cursor),

    adminComplaint: ({ query }, { member }) => complaintFile(app.db, member.memberId, query.id),

    async takeComplaint({ body }, { member, audit }) {
      await takeComplaint(app, { id: member.memberId, audit }, body.id);
      return { ok: true };
    },

    async decideComplaint({ body }, { member, audit }) {
      await decideComplaint(app, { ...body, operatorId: member.memberId, audit });
      return { ok: true };
    },
  });
}
