import { type ReactNode, useSyncExternalStore } from 'react';
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
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const icons = { info: IconInfo, success: IconCircleCheck, error: IconAlert };

export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
  const { t } = useTranslation('common');
  return (
    <div className={styles['stack']} role="region" aria-label={t('notices')} aria-live="polite">
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
    </div>
  );
}
