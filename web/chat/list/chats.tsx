import { useQuery } from '@tanstack/react-query';
import { lastOpenedBy } from '#web/chat/last-opened.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { chatsQuery } from '#web/session/queries.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useMember } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconMessage } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page.tsx';
import styles from './chats.module.css';

export const load: ScreenLoad = ({ requireUser }) => void requireUser();
export const handle = { i18n: ['chat', 'notices'] };

export default function Chats() {
  const { t } = useTranslation('chat');
  const opened = lastOpenedBy(useMember().id);
  const { data } = useQuery({ ...chatsQuery, enabled: opened !== null });
  const last = data?.chats.find(({ profile }) => profile.id === opened);
  return (
    <>
      <PageHead title={t('title')} />
      <div className={styles['choose']}>
        <EmptyState
          icon={<IconMessage size={36} aria-hidden="true" />}
          title={t('choose.title')}
          text={t('choose.text')}
          action={
            last ? (
              <ButtonLink to={`/chats/${last.conversation.id}`}>
                {t('choose.last', { name: last.profile.name })}
              </ButtonLink>
            ) : (
              <ButtonLink to="/members" look="secondary">
                {t('choose.members')}
              </ButtonLink>
            )
          }
        />
      </div>
    </>
  );
}
