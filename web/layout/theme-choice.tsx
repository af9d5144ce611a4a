import { useSyncExternalStore } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconMoon, IconSun } from '#web/ui/icons.ts';

/**
 * Switches between the light and dark theme. A cookie stores the choice, so that the server renders the right
 * one.
 */
export function ThemeChoice() {
  const { t } = useTranslation('common');
  const dark = useSyncExternalStore(
    (listener) => {
      const system = window.matchMedia('(prefers-color-scheme: dark)');
      const seen = new MutationObserver(listener);
      seen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
      system.addEventListener('change', listener);
      return () => {
        seen.disconnect();
        system.removeEventListener('change', listener);
      };
    },
    () =>
      (document.documentElement.dataset['theme'] ??
        (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark',
    () => false,
  );
  const choose = () => {
    const next = dark ? 'light' : 'dark';
    document.cookie = `theme=${next}; path=/; max-age=31536000; samesite=lax`;
    document.documentElement.dataset['theme'] = next;
  };
  const Icon = dark ? IconSun : IconMoon;
  return (
    <button type="button" onClick={choose}>
      <Icon size={20} aria-hidden="true" />
      {t(dark ? 'nav.day_colors' : 'nav.evening_colors')}
    </button>
  );
}
