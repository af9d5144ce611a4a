import { clsx } from 'clsx';
import { type ReactNode, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconButton } from './button.tsx';
import { IconAlert, IconCircleCheck, IconInfo, IconX } from './icons.ts';
import styles from './toasts.module.css';

interface Toast {
  id: number;
  tone: 'info' | 'success' | 'error';
  text: ReactNode;
  action?: { text: string; run: () => void };
  key?: string;
}

/** Milliseconds before a toast closes; errors stay until dismissed. */
const SHOWN_MS = 6000;
let toasts: Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const none: Toast[] = [];

/** Shows a short notice (docs/product.md 9.2): `toast('success', t('saved'))`. */
export function toast(
  tone: Toast['tone'],
  text: ReactNode,
  { stayMs = SHOWN_MS, ...rest }: Pick<Toast, 'action' | 'key'> & { stayMs?: number } = {},
) {
  const id = nextId++;
  const others = toasts.filter(
    (other) => (rest.key === undefined || other.key !== rest.key) && other.text !== text,
  );
  publish([...others.slice(-2), { id, tone, text, ...rest }]);
  if (tone !== 'error') setTimeout(() => dismiss(id), stayMs);
}

export const withdrawToast = (key: string) => publish(toasts.filter((entry) => entry.key !== key));

const dismiss = (id: number) => publish(toasts.filter((entry) => entry.id !== id));

function publish(next: Toast[]) {
  toasts = next;
  notify();
}

function notify() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const icons = { info: IconInfo, success: IconCircleCheck, error: IconAlert };

/** The open modal dialogs, the topmost last. */
let dialogs: readonly symbol[] = [];

/** The toasts, if they are shown here: in the topmost dialog, or without one on the page. */
const useToasts = (dialog?: symbol) =>
  useSyncExternalStore(
    subscribe,
    () => (dialogs.at(-1) === dialog ? toasts : none),
    () => none,
  );

export function Toasts() {
  const shown = useToasts();
  const { t } = useTranslation('common');
  return (
    <div className={styles['stack']} role="region" aria-label={t('notices')} aria-live="polite">
      <Shown toasts={shown} />
    </div>
  );
}

/** Shows toasts in a modal dialog. Those of the page are below it, and not announced, because it makes the page inert. */
export function DialogToasts() {
  const [dialog] = useState(() => Symbol('dialog'));
  const shown = useToasts(dialog);
  useLayoutEffect(() => {
    dialogs = [...dialogs, dialog];
    notify();
    return () => {
      dialogs = dialogs.filter((other) => other !== dialog);
      notify();
    };
  }, [dialog]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- some dialogs close on any click
    <div
      className={clsx(styles['stack'], styles['over'])}
      aria-live="polite"
      onClick={(event) => event.stopPropagation()}
    >
      <Shown toasts={shown} />
    </div>
  );
}

function Shown({ toasts: shown }: { toasts: Toast[] }) {
  const { t } = useTranslation('common');
  return (
    <>
      {shown.map(({ id, tone, text, action }) => {
        const Icon = icons[tone];
        return (
          <div
            key={id}
            className={`${styles['toast']} ${styles[tone]}`}
            role={tone === 'error' ? 'alert' : 'status'}
          >
            <Icon size={20} aria-hidden="true" />
            <div className={styles['body']}>
              <div>{text}</div>
              {action && (
                <button
                  type="button"
                  className={styles['action']}
                  onClick={() => {
                    dismiss(id);
                    action.run();
                  }}
                >
                  {action.text}
                </button>
              )}
            </div>
            <IconButton size="s" label={t('close')} onClick={() => dismiss(id)}>
              <IconX size={18} />
            </IconButton>
          </div>
        );
      })}
    </>
  );
}
