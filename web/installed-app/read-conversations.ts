import { formatLocale } from '#contract/lists/locales.ts';
import { storedConversations } from '#web/session/offline-store.ts';

const ASK_MS = 5000;

/**
 * Script of the offline page. It shows the conversations stored in this browser, and returns to the requested
 * page once the network is back.
 */
addEventListener('online', () => location.reload());
addEventListener('offline', showCause);
showCause();
setTimeout(ask, ASK_MS);
document.querySelector('button')?.addEventListener('click', () => location.reload());

/**
 * Polls the server, because no event fires if the network returned while this page was loading, or if only
 * the server was down.
 */
async function ask(): Promise<void> {
  const isThere =
    !document.hidden &&
    navigator.onLine &&
    (await fetch('/icons/64.png', { method: 'HEAD', cache: 'no-store' }).catch(() => null));
  if (isThere && isThere.ok) return location.reload();
  setTimeout(ask, ASK_MS);
}

/** `onLine` is false only if the device has no network. Otherwise it is the site that does not answer. */
function showCause(): void {
  const cause = navigator.onLine ? 'unreachable' : 'offline';
  for (const element of document.querySelectorAll<HTMLElement>('[data-cause]')) {
    element.hidden = element.dataset['cause'] !== cause;
    if (!element.hidden) document.title = element.dataset['title'] ?? '';
  }
}

const place = document.querySelector<HTMLElement>('[data-conversations]');
const { you = '', image = '', gift = '', deleted = '' } = place?.dataset ?? {};
const { lang } = document.documentElement;
const time = new Intl.DateTimeFormat(formatLocale(lang), { dateStyle: 'medium', timeStyle: 'short' });

function element(tag: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

const wordsFor = (kind: string, text: string | null) => text ?? { image, gift, deleted }[kind] ?? '';

async function show(place: HTMLElement) {
  const conversations = await storedConversations();
  for (const { name, age, messages } of conversations) {
    const details = document.createElement('details');
    const last = messages.at(-1);
    const summary = element('summary', age ? `${name}, ${age}` : name);
    if (last) summary.append(element('span', wordsFor(last.kind, last.text)));
    details.append(summary);
    for (const { own, kind, text, at } of messages) {
      const row = element('p', wordsFor(kind, text), own ? 'own' : '');
      row.append(element('small', own ? `${you} · ${time.format(new Date(at))}` : time.format(new Date(at))));
      details.append(row);
    }
    place.append(details);
  }
  place.hidden = conversations.length === 0;
}

if (place) void show(place).catch(() => {});
