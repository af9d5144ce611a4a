import type { App } from '../platform/app.ts';
import { handlers, type MemberSession } from '../platform/http/context.ts';
import { viewerOf } from '../visibility/index.ts';
import { answerCall } from './answer-call.ts';
import { callOffer } from './call-offer.ts';
import { currentCall } from './current-call.ts';
import { endCall } from './end-call.ts';
import { extendCall } from './extend-call.ts';
import { keepCall } from './keep-call.ts';
import { presentCall } from './present-call.ts';
import { signalCall } from './signal-call.ts';
import { startCall } from './start-call.ts';
import type { CallRow } from './state/call-row.ts';

interface Caller {
  member: MemberSession;
  host: string;
}

export function videoCallHandlers(app: App) {
  const viewing = ({ member, host }: Caller) => viewerOf(app, member.memberId, host);
  const shown = async (caller: Caller, row: CallRow) => presentCall(app, await viewing(caller), row);

  return handlers({
    videoCallOffer: ({ query }, { member, host }) => callOffer(app, member.memberId, query.profile, host),

    currentVideoCall: async ({ query }, { member, host }) => ({
      call: await currentCall(app, member.memberId, query.id, host),
    }),

    startVideoCall: async ({ body }, context) =>
      shown(context, await startCall(app, await viewing(context), body, context.host)),

    answerVideoCall: async ({ body }, context) =>
      shown(context, await answerCall(app, await viewing(context), body)),

    signalVideoCall: async ({ body }, context) =>
      shown(context, await signalCall(app, context.member.memberId, body)),

    keepVideoCall: async ({ body }, context) =>
      shown(context, await keepCall(app, await viewing(context), body)),

    extendVideoCall: async ({ body }, context) =>
      shown(context, await extendCall(app, context.member.memberId, body)),

    endVideoCall: async ({ body }, context) =>
      shown(context, await endCall(app, context.member.memberId, body)),
  });
}
