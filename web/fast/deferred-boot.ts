import { isFromSomewhere, readTrafficSource } from '#contract/rules/traffic-rules.ts';
import { tabStorage } from '#web/page/browser-storage.ts';
import { countVisit } from '#web/traffic/count-visit.ts';
import { withSource } from '#web/traffic/source-in-address.ts';
import type { DeferredStart } from './deferred-start.ts';
import { isHydrated, onceHydrated, repeatEarlyPress } from './early-presses.ts';

/**
 * Boot script of pages that load the app on the visitor's first interaction: touch, mouse movement, click,
 * wheel or key. Until then it opens the site-entry warning, and delays form submissions and button clicks.
 * Focus and scroll do not count as interactions, because the dialog takes focus by itself and browsers
 * restore the scroll position.
 */
let started: Promise<void> | undefined;

function start(): Promise<void> {
  started ??= (async () => {
    const { modules, entry }: DeferredStart = JSON.parse(
      document.getElementById('deferred-start')?.textContent ?? '',
    );
    await Promise.all(modules.map((module) => import(/* @vite-ignore */ module)));
    await import(/* @vite-ignore */ entry);
  })();
  // The network failed. Try again on the next interaction.
  started.catch(() => (started = undefined));
  return started;
}

const acts = ['pointerdown', 'pointermove', 'touchstart', 'click', 'wheel', 'keydown'] as const;

function recordInteraction(event: Event) {
  // Only user interactions count. Browsers also fire pointermove when a page appears under a resting mouse.
  if (
    !event.isTrusted ||
    (event.type === 'pointermove' &&
      (event as PointerEvent).movementX === 0 &&
      (event as PointerEvent).movementY === 0)
  )
    return;
  for (const act of acts) removeEventListener(act, recordInteraction, { capture: true });
  start().catch(listen);
}

function listen() {
  for (const act of acts) addEventListener(act, recordInteraction, { passive: true, capture: true });
}
listen();

// The signup form shows a draft from sessionStorage (web/signup/draft.ts). Choices made before the app loads
// are stored there. A visitor who returns to a draft gets the app at once.
const DRAFT_KEY = 'signup-draft';
addEventListener('change', (event) => {
  const field = event.target as HTMLInputElement;
  if (isHydrated() || !field.form?.matches('[data-waits-for-app=draft]')) return;
  tabStorage.set(
    DRAFT_KEY,
    JSON.stringify({ ...JSON.parse(tabStorage.get(DRAFT_KEY) ?? '{}'), [field.name]: field.value }),
  );
});
if (document.querySelector('form[data-waits-for-app=draft]') && tabStorage.get(DRAFT_KEY) !== null)
  void start();

// A form submitted before the app is loaded waits for it, so that signup opens in place. After 4 seconds a
// GET form is submitted natively.
let held: HTMLFormElement | null = null;
let patience: ReturnType<typeof setTimeout> | undefined;
let failed = false;
addEventListener(
  'submit',
  (event) => {
    const form = event.target as HTMLFormElement;
    if (isHydrated() || !form.matches('[data-waits-for-app]')) return;
    event.preventDefault();
    held = form;
    // A GET form works without the app. Login and signup do not, and retain their fields for the next
    // attempt.
    const sendPlainly = () =>
      form.method === 'get' && form.dataset['waitsForApp'] !== 'draft' && form.submit();
    clearTimeout(patience);
    patience = setTimeout(sendPlainly, 4000);
    void start().catch(() => {
      sendPlainly();
      if (failed) again(form);
      failed = true;
    });
  },
  { capture: true },
);

/**
 * Browsers cache a failed module import, so the second attempt needs a reload. All fields except passwords
 * are saved across it.
 */
function again(form: HTMLFormElement) {
  const fields = [...form.elements].filter(
    (field) => field instanceof HTMLInputElement && field.type !== 'password',
  ) as HTMLInputElement[];
  tabStorage.set('typed', JSON.stringify(fields.map(({ name, value }) => [name, value])));
  location.reload();
}

const typed = tabStorage.get('typed');
tabStorage.remove('typed');
for (const [name, value] of JSON.parse(typed ?? '[]') as [string, string][]) {
  const field = document.querySelector<HTMLInputElement>(`form[data-waits-for-app] input[name="${name}"]`);
  if (field) field.value ||= value;
}

const repeatPress = repeatEarlyPress((button) => button.matches('[data-waits-for-app]'));
onceHydrated(() => {
  clearTimeout(patience);
  held?.requestSubmit();
  repeatPress();
});

const warning = document.querySelector<HTMLDialogElement>('dialog[data-site-entry]');
if (warning && !isHydrated()) {
  warning.close();
  warning.showModal();
  warning.addEventListener('cancel', (event) => event.preventDefault());
  // Browsers close a dialog on a second Escape even if `cancel` was prevented, so reopen it.
  warning.addEventListener(
    'close',
    () => !document.cookie.includes('site_entry=') && warning.isConnected && warning.showModal(),
  );
  warning.querySelector('[data-enter]')?.addEventListener('click', (event) => {
    event.preventDefault();
    document.cookie = `site_entry=${new Date().toISOString()}; path=/; max-age=31536000; samesite=lax`;
    warning.close();
  });
}

countVisit();

// The page was reloaded while the signup modal was open, so open it again.
if (history.state?.usr?.signup) void start();

// Links followed before the app is loaded must include the traffic source.
const source = readTrafficSource(location.search);
if (isFromSomewhere(source)) {
  addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element).closest?.('a[href^="/"]');
      const href = link?.getAttribute('href');
      if (href && !isHydrated()) link?.setAttribute('href', withSource(href, source));
    },
    { capture: true },
  );
}
