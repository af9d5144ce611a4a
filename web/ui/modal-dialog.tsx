import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react';
import { DialogToasts } from './toasts.tsx';

interface ModalDialogProps extends Omit<ComponentProps<'dialog'>, 'open' | 'onCancel' | 'onClose'> {
  ref?: RefObject<HTMLDialogElement | null>;
  /** Called for Escape and a phone's back gesture. Without it, they do nothing. */
  onDismiss?: (() => void) | undefined;
}

/**
 * A modal `<dialog>` that is open while it is rendered. It traps focus, and returns it to the opener when unmounted.
 * It shows its own toasts, because it would hide those of the page.
 */
export function ModalDialog({ ref: callerRef, onDismiss, children, ...props }: ModalDialogProps) {
  const ownRef = useRef<HTMLDialogElement>(null);
  const ref = callerRef ?? ownRef;
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
        // In React, this event also bubbles up from nested dialogs and file inputs.
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
