import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { usePage } from '#web/session/page.tsx';
import { useSettings, useUser } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './site-entry-warning.module.css';
import { useBrowser } from '#web/session/use-browser.ts';

const isAnswered = () => document.cookie.includes('site_entry=');

/**
 * The 18+ warning before the site: shown until dismissed, the time of dismissal is stored in a cookie. Members have said their
 * age; `forMembers` asks them too, in a browser that has not been asked.
 */
export function SiteEntryWarning({ forMembers = false }: { forMembers?: boolean }) {
  const { enable_site_entry_popup, name, min_age, leave_url } = useSettings();
  const { entered } = usePage();
  const user = useUser();
  const [open, setOpen] = useState(!entered && enable_site_entry_popup && (forMembers || !user));
  const answered = useBrowser(isAnswered, false);
  const { t } = useTranslation('common');
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    // The small script of a deferred page may have opened or dismissed it before.
    if (isAnswered() || !dialog || dialog.matches(':modal')) return;
    dialog.close();
    dialog.showModal();
  }, []);
  if (!open || answered) return null;
  const enter = () => {
    document.cookie = `site_entry=${new Date().toISOString()}; path=/; max-age=31536000; samesite=lax`;
    ref.current?.close();
    setOpen(false);
  };
  return (
    <dialog
      ref={ref}
      open
      data-site-entry=""
      suppressHydrationWarning
      className={styles['warning']}
      aria-labelledby="site-entry-title"
      onCancel={(event) => event.preventDefault()}
      onClose={() => !isAnswered() && ref.current?.showModal()}
    >
      <p className={styles['age']} aria-hidden="true">
        {min_age}+
      </p>
      <h2 id="site-entry-title">{t('entry.title', { age: min_age })}</h2>
      <p>{t('entry.text', { site: name, age: min_age })}</p>
      <div className={styles['choices']}>
        <Button wide size="l" onClick={enter} data-enter="" autoFocus>
          {t('entry.enter', { age: min_age })}
        </Button>
        <a href={leave_url} rel="noreferrer" className={styles['leave']}>
          {t('entry.leave')}
        </a>
      </div>
      <p className={styles['small']}>{t('entry.cookies')}</p>
    </dialog>
  );
}
