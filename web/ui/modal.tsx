import { clsx } from 'clsx';
import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconButton } from './button.tsx';
import { IconX } from './icons.ts';
import { ModalDialog } from './modal-dialog.tsx';
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

/** A modal with a title, a button that closes it, and a footer for its acts. */
export const Modal = ({ open, ...props }: ModalProps) => open && <OpenModal {...props} />;

function OpenModal({
  onClose,
  title,
  hideTitle,
  size = 'm',
  locked,
  kind = 'dialog',
  footer,
  children,
}: Omit<ModalProps, 'open'>) {
  const { t } = useTranslation('common');
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  return (
    // A press beside the dialog closes it, as Escape and its button do.
    <ModalDialog
      ref={ref}
      className={clsx(styles['dialog'], styles[size], kind === 'sheet' && styles['sheet'])}
      aria-labelledby={id}
      onDismiss={locked ? undefined : onClose}
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
    </ModalDialog>
  );
}

export const Sheet = (props: Omit<ModalProps, 'kind'>) => <Modal {...props} kind="sheet" />;
