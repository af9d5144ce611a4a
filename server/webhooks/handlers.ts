import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { siteChoices } from '../site-scope/index.ts';
import { addWebhook } from './add-webhook.ts';
import { changeWebhook } from './change-webhook.ts';
import { deliveriesOf } from './deliveries-of.ts';
import { removeWebhook } from './remove-webhook.ts';
import { sendAgain } from './send-again.ts';
import { listWebhooks } from './webhooks.ts';

export const webhookHandlers = (app: App) =>
  handlers({
    async adminWebhooks(_input, { member }) {
      return {
        webhooks: await listWebhooks(app.db, member.sites),
        sites: await siteChoices(app.db, member.sites),
      };
    },
    addWebhook: ({ body }, { member }) => addWebhook(app, member.memberId, body),
    async changeWebhook({ body }, { audit }) {
      await changeWebhook(app, body, audit);
      return { ok: true };
    },
    async removeWebhook({ body }, { audit }) {
      await removeWebhook(app.db, body.id, audit);
      return { ok: true };
    },
    adminWebhookDeliveries: ({ query }) => deliveriesOf(app.db, query.webhook, query.cursor),
    async resendWebhook({ body }) {
      await sendAgain(app, body);
      return { ok: true };
    },
  });
