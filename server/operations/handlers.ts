import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { handlers } from '../platform/http/context.ts';
import { chooseRecipients } from './alerts/choose-recipients.ts';
import { discardJobs, retryJobs } from './job-kinds.ts';
import { operationsOf } from './operations-of.ts';
import { EXAMINATION } from './run-examination.ts';

export const operationsHandlers = (app: App) =>
  handlers({
    adminOperations: () => operationsOf(app),

    async examineInstallation() {
      await app.jobs.add(app.db, EXAMINATION, { thorough: true }, { key: EXAMINATION, maxAttempts: 1 });
      return { ok: true };
    },

    retryJobs: ({ body: { kind } }, { audit }) =>
      inTransaction(app.db, async (tx) => {
        const done = await retryJobs(tx, kind);
        await audit(tx, { object: kind, details: { done } });
        return { done };
      }),

    discardJobs: ({ body: { kind } }, { audit }) =>
      inTransaction(app.db, async (tx) => {
        const done = await discardJobs(tx, kind);
        await audit(tx, { object: kind, details: { done } });
        return { done };
      }),

    async chooseAlertRecipients({ body }, { audit }) {
      await chooseRecipients(app.db, body.members, audit);
      return { ok: true };
    },
  });
