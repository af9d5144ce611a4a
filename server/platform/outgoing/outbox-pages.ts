import { customProperties } from '#contract/palette.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Outbox, OutboxItem } from './outbox.ts';

type Item = OutboxItem & { id: number };

/**
 * `/dev/outbox` for people and `/dev/outbox.json?to=` for tests. Not registered in production, where both are
 * therefore 404 (README.md, "Configuration").
 */
export function registerOutbox(http: FastifyInstance, outbox: Outbox): void {
  http.get<{ Querystring: { to?: string } }>('/dev/outbox.json', async (request, reply) => {
    const items = await outbox.items(request.query.to === undefined ? {} : { to: request.query.to });
    return reply.header('cache-control', 'no-store').send({ items: items.map(({ id: _, ...item }) => item) });
  });
  http.get<{ Querystring: { to?: string; id?: string } }>('/dev/outbox', async ({ query }, reply) => {
    const items = await outbox.items(query.to ? { to: query.to } : {});
    const open = query.id ? await outbox.item(Number(query.id) || 0) : (items[0] ?? null);
    return page(
      reply,
      outboxPage(items, open, query.to ?? ''),
      `default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; base-uri 'none'`,
    );
  });
  http.get<{ Params: { id: string } }>('/dev/outbox/:id', async ({ params }, reply) => {
    const item = await outbox.item(Number(params.id) || 0);
    // A link in the frame opens in the window around it.
    const html = item?.html?.replace('<head>', '<head><base target="_top">') ?? '';
    return page(reply.code(item ? 200 : 404), html, `default-src 'none'; style-src 'unsafe-inline'; img-src data:`);
  });
}

const page = (reply: FastifyReply, html: string, policy: string) =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').header('content-security-policy', policy).send(html);

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const signs = { mail: '✉', sms: '☎', push: '◉' } as const;

function outboxPage(items: Item[], open: Item | null, to: string): string {
  const query = to ? `to=${encodeURIComponent(to)}&` : '';
  const rows = items.map(
    (item) => `
    <a class="row${item.id === open?.id ? ' on' : ''}" href="/dev/outbox?${query}id=${item.id}">
      <span class="sign">${signs[item.kind]}</span>
      <span class="what"><b>${escape(item.subject ?? item.text.slice(0, 60))}</b><span>${escape(item.to)}</span></span>
      <time>${escape(item.sent_at.slice(5, 16).replace('T', ' '))}</time>
    </a>`,
  );
  const reading = open
    ? `
    <header><h2>${escape(open.subject ?? (open.kind === 'sms' ? 'SMS' : 'Push'))}</h2>
      <p>to <a href="/dev/outbox?to=${encodeURIComponent(open.to)}">${escape(open.to)}</a> · ${escape(open.sent_at.slice(0, 19).replace('T', ' '))} UTC</p>
      <ul>${open.links.map((link) => `<li><a href="${escape(link)}">${escape(link)}</a></li>`).join('')}</ul></header>
    ${open.html ? `<iframe src="/dev/outbox/${open.id}" title="The mail" sandbox="allow-top-navigation-by-user-activation"></iframe>` : ''}
    <details${open.html ? '' : ' open'}><summary>Plain text</summary><pre>${escape(open.text)}</pre></details>`
    : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Outbox</title><style>${style}</style></head>
<body><aside><h1>Outbox</h1>
<form><input name="to" value="${escape(to)}" placeholder="Everyone, or one address" aria-label="To"></form>
${rows.join('') || '<p class="empty">Nothing has been sent yet. Mails, SMS and pushes that would have left the house turn up here.</p>'}</aside>
<main>${reading || '<p class="empty">Choose something to read.</p>'}</main></body></html>`;
}

const style = `
:root{${customProperties(['ink', 'ink-2', 'paper', 'card', 'line', 'red-text', 'blush'])}}
*{box-sizing:border-box}body{margin:0;display:grid;grid-template-columns:minmax(300px,380px) 1fr;min-height:100vh;background:var(--paper);color:var(--ink);font:15px/1.45 "Instrument Sans","Helvetica Neue",Arial,sans-serif}
aside{border-right:1px solid var(--line);padding:20px 14px;overflow:auto;max-height:100vh;position:sticky;top:0}
h1{font:italic 600 26px Georgia,serif;color:var(--red-text);margin:0 8px 14px}h2{font:500 24px/1.25 Georgia,serif;margin:0 0 6px}
input{width:100%;padding:10px 16px;margin-bottom:12px;border:1px solid var(--line);border-radius:99px;background:var(--card);color:var(--ink);font:inherit}
.row{display:flex;gap:12px;align-items:center;padding:10px 12px;border-radius:14px;color:inherit;text-decoration:none}.row:hover{background:var(--card)}.row.on{background:var(--blush)}
.row b{display:block;font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.what{flex:1;min-width:0}.what span,time,header p{color:var(--ink-2);font-size:13px}.sign{font-size:20px;color:var(--red-text)}
time{white-space:nowrap;font-variant-numeric:tabular-nums}main{padding:32px clamp(16px,4vw,48px);min-width:0}header p{margin:0 0 8px}header a{color:var(--red-text);overflow-wrap:anywhere}
ul{margin:0 0 16px;padding-left:18px;font-size:13px}iframe{width:100%;height:680px;border:1px solid var(--line);border-radius:20px;background:var(--paper)}
details{margin-top:16px}summary{cursor:pointer;color:var(--ink-2)}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,monospace;padding:16px 20px;border:1px solid var(--line);border-radius:14px;background:var(--card)}
.empty{color:var(--ink-2);padding:8px}:focus-visible{outline:2px solid var(--red-text);outline-offset:2px}
@media(max-width:767px){body{display:block}aside{border:0;max-height:45vh;position:static}}`;
