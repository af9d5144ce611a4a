import { useInfiniteQuery } from '@tanstack/react-query';
import { SETTINGS_PATH } from '#contract/membership/settings-sections.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LoadFailed } from '#web/messages/load-failed.tsx';
import { callPages } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Page } from '#web/ui/page.tsx';
import { SectionHead } from '#web/ui/sections/sections.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AddContacts } from './add-contacts.tsx';
import { ContactLists } from './contact-lists.tsx';
import styles from './acquaintances.module.css';

const listsQuery = callPages('acquaintances', {});

export const load: ScreenLoad = ({ requireUser, prefetchPages }) => {
  requireUser();
  return prefetchPages(listsQuery);
};
export const handle = { i18n: ['acquaintances'] };

/** The contacts that the member blocks in advance (docs/product.md 6.22). */
export default function Acquaintances() {
  const { t } = useTranslation(['acquaintances', 'common']);
  const { errorText } = useErrorText();
  const { name } = useSettings();
  const lists = useInfiniteQuery(listsQuery);
  const [first] = lists.data?.pages ?? [];
  return (
    <Page title={t('title')} heading={null}>
      <SectionHead home={SETTINGS_PATH} title={t('common:nav.settings')} heading={t('title')} />
      <div className={styles['column']}>
        <p className={styles['lead']}>{t('lead', { site: name })}</p>
        <p className={styles['lead']}>{t('privacy')}</p>
        <p className={styles['lead']}>{t('compare')}</p>
        {lists.error && !first && (
          <LoadFailed onRetry={() => void lists.refetch()}>{errorText(lists.error)}</LoadFailed>
        )}
        {lists.isPending && <Skeleton height={240} />}
        {first && (
          <>
            <AddContacts hashKey={first.key} />
            <ContactLists
              imports={lists.data?.pages.flatMap((page) => page.imports) ?? []}
              contacts={first.contacts}
              more={{
                has: lists.hasNextPage,
                busy: lists.isFetchingNextPage,
                load: () => void lists.fetchNextPage(),
              }}
            />
          </>
        )}
      </div>
    </Page>
  );
}
