import type { App } from '../../platform/app.ts';
import { handlers, type CallContext } from '../../platform/http/context.ts';
import { fieldsOf, receiveNotification } from '../receive-notification.ts';

export const gatewayHandlers = (app: App) =>
  handlers({
    paymentWebhook: ({ query, body }, call) => acknowledge(app, query.gateway, fieldsOf(body), call),

    paymentPostback({ query }, call) {
      const { gateway, ...fields } = fieldsOf(query);
      return acknowledge(app, gateway, fields, call);
    },
  });

async function acknowledge(
  app: App,
  gateway: string | undefined,
  fields: Record<string, string>,
  { ip, reply, rawBody, request: { headers } }: Pick<CallContext, 'ip' | 'reply' | 'rawBody' | 'request'>,
): Promise<null> {
  const notification = { fields, body: rawBody, headers };
  const acknowledgement = await receiveNotification(app, { gateway, notification, ip });
  await reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(acknowledgement);
  return null;
}
