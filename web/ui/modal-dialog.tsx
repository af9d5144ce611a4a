import { type ComponentProps, type RefObject, useLayoutEffect } from 'react';
import { DialogToasts } from './toasts.tsx';

interface ModalDialogProps extends Omit<ComponentProps<'dialog'>, 'open' | 'onCancel' | 'onClose'> {
  ref: RefObject<HTMLDialogElement | null>;
  /** Called for Escape and a phone's back gesture. Without it, they do nothing. */
  onDismiss?: (() => void) | undefined;
}

/**
 * A modal `<dialog>`, open as long as it is rendered. The browser keeps the focus inside, and removing the dialog
 * returns it. Toasts appear in it, because they would be hidden below.
 */
export function ModalDialog({ ref, onDismiss, children, ...props }: ModalDialogProps) {
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    dialog.showModal();
    // Chrome closes a dialog on a second Escape even if `cancel` was prevented, so reopen it.
    const reopen = () => {
      if (!dialog.open) dialog.showModal();
    };
    dialog.addEventListener('close', reopen);
    return () => {
      dialog.removeEventListener('close', reopen);
      // Removing an open dialog from the document would lose the focus, so close it first.
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [ref]);
  return (
    <dialog
      {...props}
      ref={ref}
      onCancel={(event) => {
        // React also passes on this event from inner dialogs and file pickers.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onDismiss?.();
      }}
    >
      {children}
      <DialogToasts />
    </dialog>
  );
}
