import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '#contract/schema.ts';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { sandboxChoices, type SandboxChoice, type SandboxOrder } from './sandbox-orders.ts';
import { checkoutPage } from './sandbox-page.ts';
import type { SandboxGateway } from './sandbox.ts';

const path = '/sandbox/checkout/:payment_id';

/**
 * The sandbox gateway's hosted checkout: a page for people, and `POST {outcome}` as JSON or form (contract,
 * "Process interface"). Without the sandbox, as in production, both answer 404.
 */
export function registerSandboxCheckout(http: FastifyInstance, app: App): void {
  const { sandbox } = app.parts.gateways;
  if (!sandbox) return;

  http.get<{ Params: { payment_id: string } }>(path, async ({ params }, reply) => {
    const order = await orderOf(sandbox, params.payment_id);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(checkoutPage(order));
  });

  http.post<{ Params: { payment_id: string } }>(path, async (request, reply) => {
    await orderOf(sandbox, request.params.payment_id);
    const order = await sandbox.choose(request.params.payment_id, choiceOf(request.body));
    await notify(http, app, sandbox, order);
    return answer(request, reply, order);
  });
}

async function orderOf(sandbox: SandboxGateway, paymentId: string): Promise<SandboxOrder> {
  const order = isUuid(paymentId) ? await sandbox.order(paymentId) : null;
  if (!order) throw refuse('not_found');
  return order;
}

function choiceOf(body: unknown): SandboxChoice {
  const outcome = (body as { outcome?: unknown } | null)?.outcome;
  const choice = sandboxChoices.find((one) => one === outcome);
  if (!choice) throw refuse('bad_request');
  return choice;
}

/**
 * Posts the notification through the full HTTP stack, like an external gateway. If it fails, the poller
 * settles the payment.
 */
async function notify(
  http: FastifyInstance,
  app: App,
  sandbox: SandboxGateway,
  order: SandboxOrder,
): Promise<void> {
  const { statusCode } = await http.inject({
    method: 'POST',
    url: '/api/payment-webhook.php?gateway=sandbox',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(sandbox.notificationOf(order)).toString(),
  });
  if (statusCode !== 200)
    app.log.warn({ payment: order.payment_id, statusCode }, 'the sandbox failed to notify the site');
}

function answer(request: FastifyRequest, reply: FastifyReply, order: SandboxOrder) {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  const target = order.outcome === 'chargeback' ? `/sandbox/checkout/${order.payment_id}` : order.return_url;
  if (isForm) return reply.redirect(target, 303);
  return reply
    .header('cache-control', 'no-store')
    .send({ payment_id: order.payment_id, outcome: order.outcome, redirect_url: target });
}
