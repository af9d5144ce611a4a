import { useInfiniteQuery } from '@tanstack/react-query';
import { May } from '#office/pieces/may.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { callPages } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { InvitationList } from './invitation-list.tsx';
import { Invite } from './invite.tsx';
import styles from '#office/pieces/office.module.css';

const invitationPages = callPages('adminInvitations', {});

export const load: ScreenLoad = async ({ ensurePages, requireUser }) => {
  requireUser();
  await ensurePages(invitationPages);
};
export const handle = { i18n: ['office/membership', 'access_tokens', 'errors'] };

export default function Invitations() {
  const { t } = useTranslation(['office/membership', 'office/frame']);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(invitationPages);
  const sites = data?.pages[0]?.sites ?? [];
  const isOpen = sites.length > 0 && sites.every(({ signups }) => signups !== 'invite');
  return (
    <Page title={t('office/frame:menu.invitations')} lead={t('invitations.lead')}>
      <div className={styles['column']}>
        {isOpen && (
          <Alert tone="info" title={t('invitations.open_title')}>
            {t('invitations.open_text')}{' '}
            <May call="adminSettings">
              <Link to="/admin/settings#signups">{t('office/frame:menu.settings')}</Link>
            </May>
          </Alert>
        )}
        <div className={styles['file']}>
          {!data ? (
            <TextSkeleton lines={6} />
          ) : (
            <div className={styles['column']}>
              <InvitationList
                invitations={data.pages.flatMap(({ invitations }) => invitations)}
                sites={sites}
              />
              {hasNextPage && (
                <div>
                  <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                    {t('office/frame:more')}
                  </Button>
                </div>
              )}
            </div>
          )}
          <May call="addInvitation">
            <Invite sites={sites} />
          </May>
        </div>
      </div>
    </Page>
  );
}
