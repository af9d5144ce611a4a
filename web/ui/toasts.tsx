import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useLayoutEffect, useState, useSyncExternalStore } from 'react';
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
  raisedAt: number;
  /** Set when the toast moves after `ANNOUNCED_MS`. It is then rendered outside the live regions. */
  isAnnounced?: true;
}

/** Milliseconds before a toast closes; errors stay until dismissed. */
const SHOWN_MS = 6000;
/** Milliseconds after which a toast counts as read. A toast that moves earlier is announced again in its new place. */
const ANNOUNCED_MS = 1000;
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
  publish([...others.slice(-2), { id, tone, text, raisedAt: performance.now(), ...rest }]);
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

/** Open modal dialogs, topmost last. */
let dialogs: readonly symbol[] = [];

/** Moves the toasts to another dialog or the page. */
function changeDialogs(next: readonly symbol[]) {
  dialogs = next;
  const now = performance.now();
  publish(
    toasts.map((entry) =>
      now - entry.raisedAt < ANNOUNCED_MS ? entry : { ...entry, isAnnounced: true as const },
    ),
  );
}

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
    <div className={styles['stack']} role="region" aria-label={t('notices')}>
      <ToastLists toasts={shown} />
    </div>
  );
}

/** Shows toasts inside a modal dialog, which makes the page and its toasts inert. */
export function DialogToasts() {
  const [dialog] = useState(() => Symbol('dialog'));
  const shown = useToasts(dialog);
  useLayoutEffect(() => {
    changeDialogs([...dialogs, dialog]);
    return () => changeDialogs(dialogs.filter((other) => other !== dialog));
  }, [dialog]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- some dialogs close on any click
    <div className={clsx(styles['stack'], styles['inDialog'])} onClick={(event) => event.stopPropagation()}>
      <ToastLists toasts={shown} inDialog />
    </div>
  );
}

interface ToastListsProps {
  toasts: Toast[];
  inDialog?: boolean;
}

/** Screen readers read what is added to the live region, and each alert. Announced toasts are in neither. */
function ToastLists({ toasts: shown, inDialog = false }: ToastListsProps) {
  const isError = ({ tone }: Toast) => tone === 'error';
  const fresh = shown.filter(({ isAnnounced }) => !isAnnounced);
  const items = (some: Toast[], role?: 'alert') =>
    some.map((entry) => <ToastItem key={entry.id} role={role} toast={entry} inDialog={inDialog} />);
  return (
    <>
      <div className={styles['list']}>{items(shown.filter(({ isAnnounced }) => isAnnounced))}</div>
      <div className={styles['list']} role="status" aria-atomic="false">
        {items(fresh.filter((entry) => !isError(entry)))}
      </div>
      <div className={styles['list']}>{items(fresh.filter(isError), 'alert')}</div>
    </>
  );
}

interface ToastItemProps extends Pick<ComponentProps<'div'>, 'role'> {
  toast: Toast;
  inDialog: boolean;
}

function ToastItem({ toast: { id, tone, text, action }, role, inDialog }: ToastItemProps) {
  const { t } = useTranslation('common');
  const Icon = icons[tone];
  return (
    <div className={clsx(styles['toast'], styles[tone])} role={role}>
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
}
