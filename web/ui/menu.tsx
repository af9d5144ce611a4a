import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import styles from './menu.module.css';

interface MenuProps {
  /** What the button shows. */
  button: ReactNode;
  /** The button's name where it shows an icon alone. */
  label?: string;
  buttonClassName?: string;
  /** Links and buttons. */
  children: ReactNode;
  wide?: boolean;
}

/** A drop-down on the browser's own popover: it works before any script has run, closes by Escape and by a click outside. */
export function Menu({ button, label, buttonClassName, children, wide }: MenuProps) {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  return (
    <div className={styles['menu']}>
      <button type="button" className={clsx(styles['button'], buttonClassName)} popoverTarget={id} aria-label={label} aria-haspopup="true">
        {button}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- clicks and arrow keys of the entries arrive here */}
      <div
        id={id}
        ref={ref}
        popover="auto"
        className={clsx(styles['list'], wide && styles['wide'])}
        onClick={(event) => (event.target as Element).closest('a, button') && ref.current?.hidePopover()}
        onKeyDown={moveFocus}
      >
        {children}
      </div>
    </div>
  );
}

/** Arrow keys, Home and End walk through a menu's entries. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  entries.at(next % entries.length)?.focus();
}
