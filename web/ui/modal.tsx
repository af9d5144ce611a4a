import { clsx } from 'clsx';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconButton } from './button.tsx';
import { IconX } from './icons.ts';
import { DialogToasts } from './toasts.tsx';
import styles from './modal.module.css';

interface ModalProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  hideTitle?: boolean;
  size?: 's' | 'm' | 'l';
  /**
   * Disables closing by backdrop, Escape and the close button, for example while signup is in progress
   * (docs/product.md 2.2).
   */
  locked?: boolean;
  /** `sheet` slides in from the bottom on phones. */
  kind?: 'dialog' | 'sheet';
  footer?: ReactNode;
  children: ReactNode;
}

/** A modal built on the browser's `<dialog>`, which traps focus and restores it on close. */
export function Modal({
  open,
  onClose,
  title,
  hideTitle,
  size = 'm',
  locked,
  kind = 'dialog',
  footer,
  children,
}: ModalProps) {
  const { t } = useTranslation('common');
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      // Removing an open dialog from the document would lose the focus, so close it first.
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [open]);
  if (!open) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press beside the dialog closes it, as Escape and its button do
    <dialog
      ref={ref}
      className={clsx(styles['dialog'], styles[size], kind === 'sheet' && styles['sheet'])}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!locked) onClose();
      }}
      // Chrome closes a dialog on a second Escape even if `cancel` was prevented, so reopen it.
      onClose={() => locked && ref.current?.isConnected && !ref.current.open && ref.current.showModal()}
      onMouseDown={(event) => event.target === ref.current && !locked && onClose()}
    >
      <div className={styles['inside']}>
        <div className={clsx(styles['head'], hideTitle && styles['bare'])}>
          <h2 id={id} className={hideTitle ? 'visually-hidden' : undefined}>
            {title}
          </h2>
          {!locked && (
            <IconButton label={t('close')} onClick={onClose} className={styles['close']}>
              <IconX size={22} />
            </IconButton>
          )}
        </div>
        <div className={styles['body']}>{children}</div>
        {footer && <div className={styles['foot']}>{footer}</div>}
      </div>
      <DialogToasts />
    </dialog>
  );
}

export const Sheet = (props: Omit<ModalProps, 'kind'>) => <Modal {...props} kind="sheet" />;
