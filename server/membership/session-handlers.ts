import { describeBrowser, endedSessionOf, endSession, sessionsOf } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';

export const sessionHandlers = (app: App) =>
  handlers({
    async sessions(_input, { member }) {
      const rows = await sessionsOf(app.db, member.memberId);
      return {
        sessions: rows.map((row) => ({
          id: sessionId(row.token_hash),
          ...describeBrowser(row.user_agent),
          country: row.country,
          created_at: row.created_at.toISOString(),
          last_used_at: row.last_used_at.toISOString(),
          current: row.token_hash.equals(member.tokenHash),
        })),
      };
    },

    async endSession({ body }, { member }) {
      const row = (await sessionsOf(app.db, member.memberId)).find(
        ({ token_hash: hash }) => sessionId(hash) === body.id,
      );
      if (row) await endSession(app, app.db, { ...member, tokenHash: row.token_hash });
      return { ok: true };
    },

    async endedSession(_input, call) {
      const cookie = call.cookie('auth');
      return { member: cookie === undefined ? null : await endedSessionOf(app.db, cookie) };
    },
  });

/** Identifies a session to its own member without revealing its secret. */
const sessionId = (hash: Buffer): string => hash.subarray(0, 12).toString('base64url');
