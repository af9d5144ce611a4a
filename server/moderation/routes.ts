import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { viewerOf } from '../visibility/index.ts';
import { blockMember, unblockMember } from './block-member.ts';
import { blocksOf } from './blocks-of.ts';
import { complain } from './complain.ts';
import { readsComplaints } from './complaint-file-routes.ts';
import { complaintFile, takeComplaint, waitingComplaints } from './complaint-queue.ts';
import { complaintsOf } from './complaints-of.ts';
import { decideComplaint } from './decide-complaint.ts';

/** A person in distress writes several; a machine writes hundreds. */
const COMPLAINTS = { points: 20, seconds: 3600 };
/** Without an account fewer, since each sends a mail. */
const VISITOR_COMPLAINTS = { points: 5, seconds: 3600 };

/** block.php, blocks.php, complaint.php, complaints.php (contract.md), and the operators' queue of complaints. */
export function moderationHandlers(app: App) {
  const complaints = app.limits.limit('complaints', COMPLAINTS);
  const visitorComplaints = app.limits.limit('complaints of visitors', VISITOR_COMPLAINTS);
  const reader = (roles: readonly string[]) => {
    if (!readsComplaints(roles)) throw refuse('not_found');
  };
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
      const wait = await (call.member ? complaints.take(String(call.member.memberId)) : visitorComplaints.take(call.ip));
      if (wait !== null) throw refuse('too_many_requests', undefined, wait);
      const { domain_language } = await settingsOf(app, call.host);
      return complain(
        app,
        { ...(await viewerOf(app, call.member?.memberId ?? null, call.host)), locale: call.locale ?? domain_language, host: call.host },
        body,
      );
    },

    complaints: ({ query }, call) => complaintsOf(app.db, call.member.memberId, query?.cursor),

    async adminComplaints({ query }, { member }) {
      reader(member.roles);
      return waitingComplaints(app.db, member.memberId, query?.cursor);
    },
    async adminComplaint({ query }, { member }) {
      reader(member.roles);
      return complaintFile(app.db, member.memberId, query.id);
    },
    async takeComplaint({ body }, { member }) {
      reader(member.roles);
      await takeComplaint(app, member.memberId, body.id);
      return { ok: true };
    },
    async decideComplaint({ body }, { member }) {
      reader(member.roles);
      await decideComplaint(app, { ...body, operatorId: member.memberId });
      return { ok: true };
    },
  });
}
