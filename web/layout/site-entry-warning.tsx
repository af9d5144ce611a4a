import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { usePage } from '#web/page/page.tsx';
import { useBrowser } from '#web/page/use-browser.ts';
import { useSettings, useUser } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { RoundIcon } from '#web/ui/round-icon.tsx';
import styles from './site-entry-warning.module.css';

const isAnswered = () => document.cookie.includes('site_entry=');

/**
 * The 18+ warning, shown until dismissed; a cookie stores the time of dismissal. Members have already stated
 * their age, so they only see it with `forMembers`, in a browser without the cookie.
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
    // The boot script of a page with deferred scripts may already have opened or dismissed it.
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
      <RoundIcon className={styles['age']}>{min_age}+</RoundIcon>
      {/* Receives the focus when the dialog opens. A ring around the button would look like a fault on a phone. */}
      <h2 id="site-entry-title" tabIndex={-1} autoFocus>
        {t('entry.title', { age: min_age })}
      </h2>
      <p>{t('entry.text', { site: name, age: min_age })}</p>
      {/* Without scripts, the server stores the answer and returns to the page. */}
      <form
        method="post"
        action="/site-entry"
        className={styles['choices']}
        onSubmit={(event) => {
          event.preventDefault();
          enter();
        }}
      >
        <Button type="submit" wide size="l" data-enter="">
          {t('entry.enter', { age: min_age })}
        </Button>
        <a href={leave_url} rel="noreferrer" className={styles['leave']}>
          {t('entry.leave')}
        </a>
      </form>
      <p className={styles['small']}>{t('entry.cookies')}</p>
    </dialog>
  );
}
