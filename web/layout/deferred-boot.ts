import { countVisit } from '#web/landing-pages/count-visit.ts';
import { readSource, withSource } from '#web/session/source-in-address.ts';
import type { DeferredStart } from './deferred-start.ts';

/**
 * Runs on pages whose app waits for the visitor's first act: loads the app on the first touch, mouse movement, click, wheel or
 * key, opens the site-entry warning, and holds a form that was sent, and a button that was pressed, while the app was still on its way. Focus and scrolling are
 * no acts: the dialog takes the focus by itself, and browsers restore where a page was scrolled to.
 */
const root = document.documentElement;
let started: Promise<void> | undefined;

function start(): Promise<void> {
  started ??= (async () => {
    const { context, state, manifest, refresh, entry, routes }: DeferredStart = JSON.parse(document.getElementById('deferred-start')!.textContent!);
    const page = window as unknown as Record<string, unknown>;
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(state));
        controller.close();
      },
    });
    page['__reactRouterContext'] = { ...JSON.parse(context), stream };
    if (refresh) await import(/* @vite-ignore */ refresh);
    const modules = routes.map(async ([id, addresses]) => [
      id,
      Object.assign({}, ...(await Promise.all(addresses.map((url) => import(/* @vite-ignore */ url))))),
    ]);
    const [, loaded] = await Promise.all([import(/* @vite-ignore */ manifest), Promise.all(modules)]);
    page['__reactRouterRouteModules'] = Object.fromEntries(loaded);
    await import(/* @vite-ignore */ entry);
  })();
  // No network for a moment: the next act tries again.
  started.catch(() => (started = undefined));
  return started;
}

const acts = ['pointerdown', 'pointermove', 'touchstart', 'click', 'wheel', 'keydown'] as const;

function hear(event: Event) {
  // Only what a person did counts. Browsers also tell of a mouse at rest under which the page appears.
  if (!event.isTrusted || (event.type === 'pointermove' && (event as PointerEvent).movementX === 0 && (event as PointerEvent).movementY === 0)) return;
  for (const act of acts) removeEventListener(act, hear, { capture: true });
  start().catch(listen);
}

function listen() {
  for (const act of acts) addEventListener(act, hear, { passive: true, capture: true });
}
listen();

// Signup's form shows a draft, which is kept in the browser's session (web/signup/draft.ts): what is chosen before the app is there is noted in it,
// and who comes back to one finds it at once.
const DRAFT_KEY = 'signup-draft';
addEventListener('change', (event) => {
  const field = event.target as HTMLInputElement;
  if (root.dataset['ready'] !== undefined || !field.form?.matches('[data-waits-for-app=draft]')) return;
  sessionStorage.setItem(DRAFT_KEY, JSON.stringify({ ...JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? '{}'), [field.name]: field.value }));
});
if (document.querySelector('form[data-waits-for-app=draft]') && sessionStorage.getItem(DRAFT_KEY) !== null) void start();

// A form sent before the app is there: wait for it, so that signup opens in place; one that asks for a page is sent plainly after 4 seconds.
let held: HTMLFormElement | null = null;
let patience: ReturnType<typeof setTimeout> | undefined;
let failed = false;
addEventListener(
  'submit',
  (event) => {
    const form = event.target as HTMLFormElement;
    if (root.dataset['ready'] !== undefined || !form.matches('[data-waits-for-app]')) return;
    event.preventDefault();
    held = form;
    // What asks for a page may go without the app; a log-in and signup may not, and keep what was typed until the next try.
    const sendPlainly = () => form.method === 'get' && form.dataset['waitsForApp'] !== 'draft' && form.submit();
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

/** Browsers ask once for a module that failed, so the second try needs the page anew, with what stood in its fields but for passwords. */
function again(form: HTMLFormElement) {
  const fields = [...form.elements].filter((field) => field instanceof HTMLInputElement && field.type !== 'password') as HTMLInputElement[];
  sessionStorage.setItem('typed', JSON.stringify(fields.map(({ name, value }) => [name, value])));
  location.reload();
}

const typed = sessionStorage.getItem('typed');
sessionStorage.removeItem('typed');
for (const [name, value] of JSON.parse(typed ?? '[]') as [string, string][]) {
  const field = document.querySelector<HTMLInputElement>(`form[data-waits-for-app] input[name="${name}"]`);
  if (field) field.value ||= value;
}

// A button of the app that is pressed before it is there is pressed again when it is; the last one counts.
let pressed: HTMLElement | null = null;
addEventListener(
  'click',
  (event) => {
    if (root.dataset['ready'] !== undefined || !event.isTrusted) return;
    pressed = (event.target as Element).closest<HTMLElement>('button[data-waits-for-app]');
  },
  { capture: true },
);
addEventListener(
  'app-ready',
  () => {
    clearTimeout(patience);
    // What the app takes over from the browser (signup's draft) is in its fields with the next render.
    setTimeout(() => {
      held?.requestSubmit();
      pressed?.click();
    });
  },
  { once: true },
);

const warning = document.querySelector<HTMLDialogElement>('dialog[data-site-entry]');
if (warning && root.dataset['ready'] === undefined) {
  warning.close();
  warning.showModal();
  warning.addEventListener('cancel', (event) => event.preventDefault());
  // A second Escape closes a dialog whatever `cancel` says.
  warning.addEventListener('close', () => !document.cookie.includes('site_entry=') && warning.isConnected && warning.showModal());
  warning.querySelector('[data-enter]')?.addEventListener('click', () => {
    document.cookie = `site_entry=${new Date().toISOString()}; path=/; max-age=31536000; samesite=lax`;
    warning.close();
  });
}

countVisit();

// Reloaded with the signup modal open: it opens again.
if (history.state?.usr?.signup) void start();

// A link that is followed before the app is there takes along where the visitor came from.
const source = readSource(location.search);
if (Object.keys(source).length > 0) {
  addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element).closest?.('a[href^="/"]');
      if (link && root.dataset['ready'] === undefined) link.setAttribute('href', withSource(link.getAttribute('href')!, source));
    },
    { capture: true },
  );
}
