import { useEffect } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { leaveSite } from './leave-site.ts';
import styles from './safety.module.css';

/** Presses of Shift that leave the site, and the time between the first and the last of them. */
const PRESSES = 3;
const WITHIN_MS = 2000;

/**
 * A link that leaves the site at once and takes the page's place in the history. Three presses of Shift do the same:
 * they type nothing and are no shortcut of browsers or screen readers. Without scripts it is a plain link.
 */
export function QuickExit() {
  const { t } = useTranslation('safety');
  const { leave_url } = useSettings();
  useEffect(() => {
    let presses: number[] = [];
    const note = (event: KeyboardEvent) => {
      if (event.key !== 'Shift') presses = [];
      if (event.key !== 'Shift' || event.repeat) return;
      presses = [...presses, event.timeStamp].filter((at) => event.timeStamp - at < WITHIN_MS);
      if (presses.length >= PRESSES) leaveSite(leave_url);
    };
    addEventListener('keydown', note);
    return () => removeEventListener('keydown', note);
  }, [leave_url]);
  return (
    <aside className={styles['exit']}>
      <a
        href={leave_url}
        rel="noreferrer"
        className={styles['button']}
        aria-describedby="quick-exit-note"
        onClick={(event) => {
          event.preventDefault();
          leaveSite(leave_url);
        }}
      >
        {t('exit')}
      </a>
      <p id="quick-exit-note" className={styles['note']}>
        <span className={styles['key']}>{t('exit_key')}</span> {t('exit_note')}
      </p>
    </aside>
  );
}
