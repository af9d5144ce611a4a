import { useTranslation } from '#web/i18n/translate.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconMessage } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page.tsx';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import styles from './chats.module.css';

export const loader = serverLoad(({ requireUser }) => void requireUser());
export const clientLoader = clientLoad(({ requireUser }) => void requireUser());
export const handle = { i18n: ['chat'] };

/** /chats: the list alone; beside it, on wide screens, what to do next. */
export default function Chats() {
  const { t } = useTranslation('chat');
  return (
    <>
      <PageHead title={t('title')} />
      <div className={styles['choose']}>
        <EmptyState
          icon={<IconMessage size={36} aria-hidden="true" />}
          title={t('choose.title')}
          text={t('choose.text')}
          action={
            <ButtonLink to="/members" look="secondary">
              {t('choose.members')}
            </ButtonLink>
          }
        />
      </div>
    </>
  );
}
