/**
 * Clicks a button again that was pressed before the app hydrated, because React ignored the press. If there
 * were several, only the last one is clicked. Any later press elsewhere cancels it.
 */
export function repeatEarlyPress(isWaiting: (button: HTMLButtonElement) => boolean) {
  let pressed: HTMLButtonElement | null = null;
  addEventListener(
    'click',
    (event) => {
      if (isHydrated() || !event.isTrusted) return;
      const button = (event.target as Element).closest('button');
      pressed = button && isWaiting(button) ? button : null;
    },
    { capture: true },
  );
  return () => pressed?.click();
}

export const isHydrated = () => document.documentElement.dataset['ready'] !== undefined;

/** Runs after the render that follows hydration, which fills in fields that React controls. */
export function onceHydrated(run: () => void) {
  addEventListener('app-ready', () => setTimeout(run), { once: true });
}
