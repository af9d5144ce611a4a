import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { sendCsv } from '../platform/http/send-csv.ts';
import { decideAppeal } from './appeals/decide-appeal.ts';
import { waitingAppeals } from './appeals/waiting-appeals.ts';
import { decideComplaints } from './bulk/decide-complaints.ts';
import { decidePhotos } from './bulk/decide-photos.ts';
import { takeMeasures } from './bulk/take-measures.ts';
import { complaintFileRows } from './complaint-list/complaint-file-rows.ts';
import { listComplaints } from './complaint-list/list-complaints.ts';
import { complaintFile, takeComplaint, waitingComplaints } from './complaint-queue.ts';
import { decideComplaint } from './decide-complaint.ts';
import { inspectPhoto } from './inspect-photo.ts';
import { inspectSelfie } from './inspect-selfie.ts';
import { inspectVoiceIntro } from './inspect-voice-intro.ts';
import { endMeasure } from './measures/end-measure.ts';
import { takeMeasure } from './measures/take-measure.ts';
import { decideText } from './texts/decide-text.ts';
import { waitingTexts } from './texts/waiting-texts.ts';

export const moderationOfficeHandlers = (app: App) =>
  handlers({
    async decidePhoto({ body }, { member, audit }) {
      await inspectPhoto(app, { id: member.memberId, audit }, body);
      return { ok: true };
    },

    async decidePhotos({ body }, { member, audit, log }) {
      return { outcomes: await decidePhotos(app, { id: member.memberId, audit, log }, body) };
    },

    async decideVoiceIntro({ body }, { member, audit }) {
      await inspectVoiceIntro(app, { id: member.memberId, audit }, body);
      return { ok: true };
    },

    async decideVerification({ body }, { member, audit }) {
      await inspectSelfie(app, { id: member.memberId, audit }, body);
      return { ok: true };
    },

    async takeMeasure({ body }, { member, audit }) {
      return { id: await takeMeasure(app, { id: member.memberId, audit }, body) };
    },

    async takeMeasures({ body }, { member, audit, log }) {
      return { outcomes: await takeMeasures(app, { id: member.memberId, audit, log }, body) };
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

    adminTexts: ({ query }, { member }) => waitingTexts(app.db, member, query?.cursor),

    async decideText({ body }, { member, audit }) {
      await decideText(app, { id: member.memberId, audit }, body);
      return { ok: true };
    },

    adminComplaints: ({ query }, { member }) => waitingComplaints(app.db, member, query?.cursor),

    adminComplaintList: ({ query }, { member }) => listComplaints(app.db, member, query ?? {}),

    async adminComplaintsFile({ query }, { member, audit, reply }) {
      await audit(app.db);
      await sendCsv(reply, 'reports.csv', complaintFileRows(app.db, member, query ?? {}));
      return null;
    },

    async decideComplaints({ body }, { member: { memberId, roles }, audit, log }) {
      return { outcomes: await decideComplaints(app, { id: memberId, roles, audit, log }, body) };
    },

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
