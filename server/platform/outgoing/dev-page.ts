import type { FastifyReply } from 'fastify';
import { customProperties } from '#contract/lists/palette.ts';

export const page = (reply: FastifyReply, html: string, policy: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .send(html);

export const framedPage = (reply: FastifyReply, html: string) =>
  page(
    reply.header('x-frame-options', 'SAMEORIGIN'),
    html,
    `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'`,
  );

export const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
export const devPage = (title: string, list: string, chosen: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head>
<body><aside><h1>${title}</h1>
${list}</aside>
<main>${chosen}</main></body></html>`;

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
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(340px,1fr));gap:16px;margin:0 0 40px}.pair pre{margin:0}nav{margin:0 8px 14px;display:flex;flex-wrap:wrap;gap:4px 12px}nav a{color:var(--red-text)}nav a[aria-current]{font-weight:600;text-decoration:none}
@media(max-width:767px){body{display:block}aside{border:0;max-height:45vh;position:static}}`;
