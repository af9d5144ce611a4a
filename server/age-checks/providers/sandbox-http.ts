import type { FastifyInstance } from 'fastify';
import { itemOf } from '#contract/lists/item-of.ts';
import { customProperties } from '#contract/lists/palette.ts';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { chooseSandboxAge, sandboxAges, sandboxSession, type SandboxAge } from './sandbox.ts';

const path = '/sandbox/age/:id';

/** The sandbox provider's page, on which a tester chooses the result. Without the sandbox it answers 404. */
export function registerSandboxAge(http: FastifyInstance, app: App): void {
  if (!app.config.ageProviders.includes('sandbox')) return;

  http.get<{ Params: { id: string } }>(path, async ({ params }, reply) => {
    const session = await sandboxSession(app.db, params.id);
    if (!session) throw refuse('not_found');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(page(session.return_url));
  });

  http.post<{ Params: { id: string } }>(path, async ({ params, body }, reply) => {
    const session = await sandboxSession(app.db, params.id);
    const given = (body as { outcome?: unknown } | null)?.outcome;
    const outcome = itemOf(sandboxAges, typeof given === 'string' ? given : '');
    if (!session) throw refuse('not_found');
    if (!outcome) throw refuse('bad_request');
    await chooseSandboxAge(app.db, session.id, outcome);
    // Through the full HTTP stack, like an external provider. If it fails, the job settles the check.
    await http.inject({
      method: 'POST',
      url: '/api/age-check-notification.php?provider=sandbox',
      payload: { session_id: session.id },
    });
    return reply.redirect(session.return_url, 303);
  });
}

const choices: Record<SandboxAge, { title: string; note: string }> = {
  adult: { title: 'I am an adult', note: 'The check succeeds.' },
  too_young: { title: 'I am under 18', note: 'The check fails.' },
  unclear: { title: 'The picture is unclear', note: 'The check fails, and the member may try again.' },
};

/** In English only: no member sees it. */
const page = (
  back: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox age check</title><style>${style}</style></head><body><main>
<p class="strip">Sandbox · nobody’s age is checked</p>
<section><h1>Sandbox age check</h1>
${sandboxAges
  .map(
    (outcome) =>
      `<form method="post"><button name="outcome" value="${outcome}" class="${outcome}"><b>${choices[outcome].title}</b><span>${choices[outcome].note}</span></button></form>`,
  )
  .join('')}
<a class="back" href="${back.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)}">Back without a result</a>
</section></main></body></html>`;

const style = `
:root{${customProperties(['ink', 'ink-2', 'paper', 'card', 'line', 'red', 'on-red', 'red-press'])}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--paper);color:var(--ink);font:16px/1.5 "Instrument Sans Variable","Instrument Sans","Helvetica Neue",Arial,sans-serif}
main{width:100%;max-width:440px}.strip{margin:0 0 16px;text-align:center;font-size:14px;color:var(--ink-2)}
section{background:var(--card);border:1px solid var(--line);border-radius:28px;padding:28px}
h1{font:560 32px/1.1 "Fraunces Variable",Fraunces,Georgia,serif;margin:0 0 20px}
form{margin:0 0 10px}button{width:100%;display:grid;gap:2px;text-align:left;padding:14px 20px;border:1px solid var(--line);border-radius:20px;background:transparent;color:inherit;font:inherit;cursor:pointer}
button span{font-size:14px;color:var(--ink-2)}button.adult{background:var(--red);border-color:var(--red);color:var(--on-red)}button.adult span{color:inherit}button.adult:hover{background:var(--red-press)}
.back{display:block;margin-top:18px;text-align:center;color:inherit}:focus-visible{outline:2px solid var(--ink);outline-offset:2px}`;
