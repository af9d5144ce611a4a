import type { App } from '../../platform/app.ts';
import { handlers } from '../../platform/http/context.ts';
import { deskBoard } from './board.ts';
import { handOver } from './hand-over.ts';
import { whisper } from './whisper.ts';

export const boardHandlers = (app: App) =>
  handlers({
    deskBoard: (_input, { member, host }) => deskBoard(app, member.sites, host),

    async deskHandOver({ body }) {
      await handOver(app, body);
      return { ok: true };
    },

    async deskWhisper({ body }, { member }) {
      await whisper(app, member.memberId, body);
      return { ok: true };
    },
  });
