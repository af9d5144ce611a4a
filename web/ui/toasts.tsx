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
  /** With `leavesPage` it is not offered in dialogs, which could stay open over the next page. */
  action?: { text: string; run: () => void; leavesPage?: boolean };
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

/** Open modal dialogs, topmost last. */
let dialogs: readonly symbol[] = [];

/** Toasts to show in this place. Only the topmost dialog shows them, or the page if no dialog is open. */
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
      <ToastList toasts={shown} />
    </div>
  );
}

/**
 * Shows toasts inside a modal dialog. The dialog makes the page inert, so the page's toasts would be hidden and not
 * announced. The warning on entry has none, because nothing may be shown above it.
 */
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
      className={clsx(styles['stack'], styles['inDialog'])}
      aria-live="polite"
      onClick={(event) => event.stopPropagation()}
    >
      <ToastList toasts={shown} inDialog />
    </div>
  );
}

function ToastList({ toasts: shown, inDialog = false }: { toasts: Toast[]; inDialog?: boolean }) {
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
              {action && !(inDialog && action.leavesPage) && (
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
