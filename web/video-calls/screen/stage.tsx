import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { ModalDialog } from '#web/ui/modal-dialog.tsx';
import styles from './stage.module.css';

interface StageProps {
  label: string;
  children: ReactNode;
}

/** Covers the page during a call. It takes the focus and keeps it; Escape does not close it, since that would hang up. */
export function Stage({ label, children }: StageProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    // Opening focuses the first button. A key that was meant for the page must not press it.
    ref.current?.focus();
  }, []);
  return (
    <ModalDialog ref={ref} className={styles['stage']} aria-label={label} tabIndex={-1}>
      {children}
    </ModalDialog>
  );
}
