import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { DialogToasts } from '#web/ui/toasts.tsx';
import styles from './stage.module.css';

interface StageProps {
  label: string;
  children: ReactNode;
}

/** Covers the page during a call. It takes the focus and keeps it; Escape does not close it, since that would hang up. */
export function Stage({ label, children }: StageProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    // Opening focuses the first button. A key that was meant for the page must not press it.
    dialog.focus();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={styles['stage']}
      aria-label={label}
      tabIndex={-1}
      onCancel={(event) => event.preventDefault()}
      // Chrome closes a dialog on a second Escape even if `cancel` was prevented.
      onClose={() => ref.current?.isConnected && !ref.current.open && ref.current.showModal()}
    >
      {children}
      <DialogToasts />
    </dialog>
  );
}
