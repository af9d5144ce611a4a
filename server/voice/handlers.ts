import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { addVoiceIntro } from './intros/add-voice-intro.ts';
import { assertOffered } from './intros/assert-offered.ts';
import { deleteVoiceIntro } from './intros/delete-voice-intro.ts';
import { ownIntros } from './intros/own-intros.ts';
import { waitingIntros } from './intros/waiting-intros.ts';

export const voiceHandlers = (app: App) =>
  handlers({
    async voiceIntros(_input, { member, host }) {
      await assertOffered(app, host);
      return ownIntros(app, member.memberId);
    },
    async addVoiceIntro({ body, file }, { member, host }) {
      await assertOffered(app, host);
      if (!file) throw refuse('bad_request');
      await addVoiceIntro(app, {
        member: member.memberId,
        clientId: body.client_id,
        waveform: body.waveform,
        content: file.content,
      });
      return ownIntros(app, member.memberId);
    },
    // Members can delete their recordings also where introductions are switched off.
    async deleteVoiceIntro({ body }, { member }) {
      await deleteVoiceIntro(app, member.memberId, body.id);
      return ownIntros(app, member.memberId);
    },
    adminVoiceIntros: ({ query }, { member: { memberId: id, roles, sites, languages } }) =>
      waitingIntros(app, { id, roles, sites, languages }, query.cursor),
  });
