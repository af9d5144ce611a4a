import { useFault } from '#web/errors/error-page.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Outlet } from '#web/router/screens.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconAlert } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';

/** Error boundary within the frame, so that the menu stays usable if a screen fails. */
export default function Screens() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const { t } = useTranslation(['office/frame', 'common']);
  const { status, title, text } = useFault();
  return (
    <Page title={title}>
      <div data-status={status}>
        <EmptyState
          icon={<IconAlert size={44} />}
          title={text}
          action={
            status >= 500 ? (
              <Button onClick={() => location.reload()}>{t('common:retry')}</Button>
            ) : (
              <ButtonLink to="/admin">{t('title')}</ButtonLink>
            )
          }
        />
      </div>
    </Page>
  );
}
