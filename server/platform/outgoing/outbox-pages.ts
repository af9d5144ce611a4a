import type { FastifyInstance } from 'fastify';
import { devPage, escape, framedPage, page } from './dev-page.ts';
import type { Outbox, OutboxItem } from './outbox.ts';

type Item = OutboxItem & { id: number };

/**
 * `/dev/outbox` for people and `/dev/outbox.json?to=` for tests. Not registered in production, so both answer
 * 404 there (README.md, "Configuration").
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
    // Links inside the iframe open in the outer window.
    const html = item?.html?.replace('<head>', '<head><base target="_top">') ?? '';
    return framedPage(reply.code(item ? 200 : 404), html);
  });
}

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
  return devPage(
    'Outbox',
    `<form><input name="to" value="${escape(to)}" placeholder="Everyone, or one address" aria-label="To"></form>
${rows.join('') || '<p class="empty">Nothing has been sent yet. Mails, SMS and pushes that would have left the house turn up here.</p>'}`,
    reading || '<p class="empty">Choose something to read.</p>',
  );
}
