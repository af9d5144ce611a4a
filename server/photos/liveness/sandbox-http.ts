import type { FastifyInstance } from 'fastify';
import { itemOf } from '#contract/lists/item-of.ts';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { chooseSandboxLiveness, sandboxLivenessOf, sandboxOutcomes } from './sandbox.ts';

const path = '/sandbox/liveness/:id';

/** The sandbox provider's page, on which a tester chooses the result. Without the sandbox it answers 404. */
export function registerSandboxLiveness(http: FastifyInstance, app: App): void {
  if (app.config.liveness?.provider !== 'sandbox') return;

  http.get<{ Params: { id: string } }>(path, async ({ params }, reply) => {
    const session = await sandboxLivenessOf(app.db, params.id);
    if (!session) throw refuse('not_found');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(page(session.return_url));
  });

  http.post<{ Params: { id: string } }>(path, async ({ params, body }, reply) => {
    const session = await sandboxLivenessOf(app.db, params.id);
    const given = (body as { outcome?: unknown } | null)?.outcome;
    const outcome = itemOf(sandboxOutcomes, typeof given === 'string' ? given : '');
    if (!session) throw refuse('not_found');
    if (!outcome) throw refuse('bad_request');
    await chooseSandboxLiveness(app.db, session.id, outcome);
    // Through the full HTTP stack, like an external provider. If it fails, the job settles the check.
    await http.inject({
      method: 'POST',
      url: '/api/liveness-notification.php?provider=sandbox',
      payload: { session_id: session.id },
    });
    return reply.redirect(session.return_url, 303);
  });
}

/** In English only: no member sees it. */
const page = (back: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Sandbox liveness check</title>
<style>body{font:16px/1.5 sans-serif;max-width:440px;margin:40px auto;padding:0 16px}button{display:block;width:100%;margin:0 0 12px;padding:14px;font:inherit}</style></head><body>
<h1>Sandbox liveness check</h1><p>Nobody looks into a camera here.</p>
<form method="post"><button name="outcome" value="live">I am a live person</button><button name="outcome" value="not_live">I am a picture</button></form>
<a href="${back.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)}">Back without a result</a></body></html>`;
