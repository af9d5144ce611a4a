import type {} from '#web/notifications/install.ts';
import { isHydrated, onceHydrated, repeatEarlyPress } from './early-presses.ts';

// On a slow connection, members press, type and submit before React listens. This script runs as soon as the page is
// shown, and repeats after hydration what they did. (Pages with deferred scripts have deferred-boot.ts.)

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Buttons that open a menu natively have worked already. Submit buttons are handled with their form. */
const repeatPress = repeatEarlyPress(
  (button) => !button.popoverTargetElement && (button.type !== 'submit' || !button.form),
);

const changed = new Map<Field, string>();
for (const kind of ['input', 'change'] as const) {
  addEventListener(
    kind,
    ({ target }) => {
      if (!isHydrated() && target instanceof HTMLElement && 'value' in target && 'form' in target)
        changed.set(target as Field, (target as Field).value);
    },
    { capture: true },
  );
}

let submitted: { form: HTMLFormElement; by: HTMLElement | null } | null = null;
addEventListener(
  'submit',
  (event) => {
    const form = event.target as HTMLFormElement;
    // Forms with an address work without the app. Others would load the page again, with their fields in its address.
    if (isHydrated() || form.hasAttribute('action')) return;
    event.preventDefault();
    submitted = { form, by: event.submitter };
  },
  { capture: true },
);

// Chromium announces once that the site can be installed as an app, often before the page listens.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.installPrompt = event;
});

onceHydrated(() => {
  for (const [field, value] of changed) if (field.isConnected) repeatInput(field, value);
  if (submitted?.form.isConnected) submitted.form.requestSubmit(submitted.by);
  repeatPress();
});

/**
 * React takes a field's value at hydration for the one it knows, and then ignores events without a difference.
 * It watches the field's own property, so a change through the prototype is one that it has not seen.
 */
function repeatInput(field: Field, value: string) {
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    field.checked = !field.checked;
    field.click();
    return;
  }
  if (field.type !== 'file') {
    field.value = '';
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
    set?.call(field, value);
  }
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
