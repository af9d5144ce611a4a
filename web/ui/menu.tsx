import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { closestToTarget } from '#web/page/closest.ts';
import styles from './menu.module.css';

interface MenuProps {
  button: ReactNode;
  /** Accessible name; required if the button has only an icon. */
  label?: string;
  buttonClassName?: string;
  children: ReactNode;
  onOpen?: () => void;
  wide?: boolean;
}

/**
 * A drop-down built on the browser's popover. It works before scripts run, and closes on Escape and on a
 * click outside.
 */
export function Menu({ button, label, buttonClassName, children, onOpen, wide }: MenuProps) {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  return (
    <div className={styles['menu']}>
      <button
        type="button"
        className={clsx(styles['button'], buttonClassName)}
        popoverTarget={id}
        aria-label={label}
        aria-haspopup="true"
      >
        {button}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- clicks and arrow keys of the entries arrive here */}
      <div
        id={id}
        ref={ref}
        popover="auto"
        className={clsx(styles['list'], wide && styles['wide'])}
        onClick={(event) => closestToTarget(event, 'a, button') && ref.current?.hidePopover()}
        onKeyDown={moveFocus}
        onBeforeToggle={onOpen && ((event) => event.newState === 'open' && onOpen())}
      >
        {children}
      </div>
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  entries.at(next % entries.length)?.focus();
}
