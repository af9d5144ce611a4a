import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { CaptureState } from './capture.ts';

/** Escape calls `onEscape`, wherever the focus is, unless a dialog is open. */
export function useEscape(onEscape: (() => void) | null) {
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal')) return;
    onEscape?.();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => escape(event);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Each step focuses its first control, and the end the button that opened the recorder. */
export function useFocus(
  panel: RefObject<HTMLDivElement | null>,
  step: CaptureState['step'],
  pressed: EventTarget | null,
) {
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true });
  }, [panel, step]);
  useEffect(() => {
    const opener = pressed instanceof Element ? pressed.closest('button') : null;
    return () => void requestAnimationFrame(() => opener?.focus({ preventScroll: true }));
  }, [pressed]);
}
