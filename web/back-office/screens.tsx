import { useTranslation } from '#web/i18n/translate.tsx';
import { Outlet } from 'react-router';
import { useFault } from '#web/errors/error-page.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconAlert } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';

/** The screens within the frame: one that fails leaves the menu where it is. */
export default function Screens() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const { t } = useTranslation(['common', 'back_office']);
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
              <ButtonLink to="/admin">{t('back_office:title')}</ButtonLink>
            )
          }
        />
      </div>
    </Page>
  );
}
