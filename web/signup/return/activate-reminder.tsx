import { useTranslation } from '#web/i18n/translate.tsx';
import { useBrowser } from '#web/page/use-browser.ts';
import { useSearchParams } from '#web/router/hooks.ts';
import { useUser } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/modal.tsx';
import { ConfirmEmailBox } from './confirm-email-box.tsx';

/**
 * Activation reminder as a modal, on phones right after signup (query `api_signup_complete`). On
 * other screens the warnings header has it.
 */
export default function ActivateReminder() {
  const { t } = useTranslation('signup');
  const user = useUser();
  const [query, setQuery] = useSearchParams();
  const smartphone = useBrowser(() => window.matchMedia('(max-width: 767.98px)').matches, false);
  if (
    !smartphone ||
    !user ||
    user.status !== 'not_confirmed' ||
    user.profile.status !== 'disabled' ||
    !query.has('api_signup_complete')
  )
    return null;
  const close = () =>
    setQuery(
      (before) => {
        const rest = new URLSearchParams(before);
        rest.delete('api_signup_complete');
        return rest;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Sheet
      open
      onClose={close}
      title={t('reminder.title')}
      footer={<Button onClick={close}>{t('confirm.go_on')}</Button>}
    >
      <p>{t('confirm.text')}</p>
      <ConfirmEmailBox user={user} />
    </Sheet>
  );
}
