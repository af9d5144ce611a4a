import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { ModalDialog } from '#web/ui/modal-dialog.tsx';
import styles from './message-menu.module.css';

/** Space between the menu, what it belongs to and the edges of the window, in pixels. */
const GAP = 8;

interface ActsDialogProps {
  label: string;
  /** Selects the element that the menu stands beside. */
  beside: string;
  side: 'left' | 'right';
  onClose: () => void;
  children: ReactNode;
}

/** A menu beside its element on wide screens, and at the bottom of phones by its style sheet. */
export function ActsDialog({ label, beside, side, onClose, children }: ActsDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const place = useEffectEvent(() => ref.current && placeBeside(ref.current, beside, side));
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    place();
    // The dialog grows when the content that loads later arrives.
    const resized = new ResizeObserver(() => void place());
    resized.observe(dialog);
    return () => resized.disconnect();
  }, []);
  return (
    // A press beside the dialog closes it, as Escape does.
    <ModalDialog
      ref={ref}
      className={styles['menu']}
      aria-label={label}
      onDismiss={onClose}
      onMouseDown={(event) => event.target === ref.current && onClose()}
    >
      {children}
    </ModalDialog>
  );
}

function placeBeside(menu: HTMLElement, selector: string, side: 'left' | 'right') {
  const element = document.querySelector(selector)?.getBoundingClientRect();
  if (!element) return;
  const { width, height } = menu.getBoundingClientRect();
  const left = side === 'right' ? element.right - width : element.left;
  const below = element.bottom + GAP;
  const top = below + height > window.innerHeight - GAP ? element.top - GAP - height : below;
  const within = (value: number, most: number) => Math.max(GAP, Math.min(value, most - GAP));
  menu.style.setProperty('--left', `${within(left, window.innerWidth - width)}px`);
  menu.style.setProperty('--top', `${within(top, window.innerHeight - height)}px`);
}
