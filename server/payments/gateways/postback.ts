import type { FastifyInstance } from 'fastify';
import type { App } from '../../platform/app.ts';
import { answerError } from '../../platform/http/answers.ts';
import { fieldsOf, receiveNotification } from './receive-notification.ts';

/** Verotel's postback comes by GET as well as by POST; both are the same notification. */
export function registerPostback(http: FastifyInstance, app: App): void {
  if (!app.config.gateways.verotel) return;
  http.get('/api/payment-webhook.php', { errorHandler: answerError }, async (request, reply) => {
    const { gateway: _gateway, ...fields } = fieldsOf(request.query);
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await receiveNotification(app, 'verotel', fields));
  });
}
