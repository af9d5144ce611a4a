import { readFileSync } from 'node:fs';
import { moneyLocale, type Locale } from '#contract/lists/locales.ts';
import { customProperties } from '#contract/lists/palette.ts';
import { money } from '#contract/money.ts';
import { must } from '#contract/must.ts';
import { methodName } from './methods.ts';
import type { SandboxChoice, SandboxOrder } from './sandbox-orders.ts';

const paying: SandboxChoice[] = ['paid', 'pending', 'failed', 'cancelled'];

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function checkoutPage(order: SandboxOrder): string {
  const { amount, currency } = money(order.amount_cents, order.currency);
  const text = textsOf(order.language);
  const price = new Intl.NumberFormat(moneyLocale(order.language, currency), {
    style: 'currency',
    currency,
  }).format(Number(amount));
  return `<!doctype html><html lang="${order.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(text('title'))}</title><style>${style}</style></head><body><main>
<p class="strip">${escape(text('strip'))}</p>
<section>
  <header><p class="method">${escape(methodName(order.method, order.language))}</p><p class="state ${order.outcome}">${escape(text(`state_${order.outcome}`))}</p></header>
  <h1>${escape(price)}</h1><p class="what">${escape(order.description)}</p>
  ${choicesOf(order)
    .map((choice) => button(choice, text))
    .join('')}
  <a class="back" href="${escape(order.return_url)}">${escape(text('back'))}</a>
</section>
<p class="number">${order.payment_id}</p></main></body></html>`;
}

function choicesOf(order: SandboxOrder): SandboxChoice[] {
  if (order.closed || order.outcome === 'chargeback' || order.outcome === 'refunded') return [];
  if (order.outcome === 'paid') return ['chargeback'];
  return order.save_card ? ['paid', 'expired_card', ...paying.slice(1)] : paying;
}

const button = (choice: SandboxChoice, text: (key: string) => string) => `
  <form method="post"><button name="outcome" value="${choice}" class="${choice}"><b>${escape(text(choice))}</b><span>${escape(text(`${choice}_note`))}</span></button></form>`;

const known = new Map<Locale, Record<string, string>>();

function textsOf(locale: Locale): (key: string) => string {
  const texts =
    known.get(locale) ??
    (JSON.parse(
      readFileSync(new URL(`../../../locales/${locale}/sandbox.json`, import.meta.url), 'utf8'),
    ) as Record<string, string>);
  known.set(locale, texts);
  return (key) => must(texts[key], `text sandbox:${key}`);
}

const style = `
:root{${customProperties(['ink', 'ink-2', 'paper', 'card', 'line', 'red', 'on-red', 'red-press', 'blush', 'on-blush', 'green-soft', 'on-green-soft'])};--shadow:0 2px 6px rgb(74 32 22/7%),0 18px 44px rgb(74 32 22/13%)}
@media(prefers-color-scheme:dark){:root{--shadow:0 22px 48px rgb(0 0 0/46%)}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--paper);color:var(--ink);font:16px/1.5 "Instrument Sans Variable","Instrument Sans","Helvetica Neue",Arial,sans-serif}
main{width:100%;max-width:440px}.strip{margin:0 0 16px;text-align:center;font-size:14px;color:var(--ink-2)}
section{background:var(--card);border:1px solid var(--line);border-radius:28px;padding:28px;box-shadow:var(--shadow)}
header{display:flex;justify-content:space-between;align-items:center;gap:12px}p{margin:0}.method{font-weight:600}
.state{font-size:13px;font-weight:600;padding:4px 12px;border-radius:99px;background:var(--blush);color:var(--on-blush)}.state.paid{background:var(--green-soft);color:var(--on-green-soft)}
h1{font:560 44px/1.1 "Fraunces Variable",Fraunces,Georgia,serif;letter-spacing:-.02em;margin:20px 0 4px;font-variant-numeric:tabular-nums}.what{color:var(--ink-2);margin-bottom:24px}
form{margin:0 0 10px}button{width:100%;display:grid;gap:2px;text-align:left;padding:14px 20px;border:1px solid var(--line);border-radius:20px;background:transparent;color:inherit;font:inherit;cursor:pointer}
button span{font-size:14px;color:var(--ink-2)}button:hover{border-color:var(--ink-2)}button.paid{background:var(--red);border-color:var(--red);color:var(--on-red)}button.paid span{color:inherit}button.paid:hover{background:var(--red-press)}
.back{display:block;margin-top:18px;text-align:center;color:inherit}.number{margin-top:16px;text-align:center;font-size:12px;color:var(--ink-2);font-variant-numeric:tabular-nums}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}`;
