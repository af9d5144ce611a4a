import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isOwner } from '#contract/lists/roles.ts';
import type { User } from '#contract/membership/user.ts';
import { isMoneySetting, isSettingKey } from '#contract/site-settings/setting-table.ts';
import type { SettingChange } from '#contract/site-settings/sites.ts';
import { useMay } from '#office/pieces/may.tsx';
import { Table } from '#office/pieces/table.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { callPages } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useMember } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Page } from '#web/ui/page.tsx';
import { settingsSite } from './settings-site.ts';
import { useSettingWords } from './use-setting-words.ts';
import styles from './site-settings.module.css';

const pagesOf = (query: URLSearchParams, user: User) => {
  const key = query.get('key');
  return callPages('settingHistory', { site: settingsSite(query, user), ...(key ? { key } : {}) });
};

export const load: ScreenLoad = ({ ensurePages, requireUser, url }) => {
  return ensurePages(pagesOf(url.searchParams, requireUser()));
};
export const handle = { i18n: ['office/site-settings', 'profile', 'errors'] };

export default function SettingHistory() {
  const { t } = useTranslation('office/site-settings');
  const { shortDate, time } = useFormats();
  const { valueWords, label } = useSettingWords();
  const [query] = useSearchParams();
  const user = useMember();
  const site = settingsSite(query, user);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(pagesOf(query, user));
  const words = (key: string, value: unknown) =>
    value === null ? t('changes.default') : valueWords(key, value);
  return (
    <Page
      title={t('changes.title')}
      lead={t('changes.lead')}
      aside={
        <ButtonLink look="secondary" to={`/admin/settings?site=${encodeURIComponent(site)}`}>
          {t('changes.back')}
        </ButtonLink>
      }
    >
      <Table<SettingChange>
        caption={t('changes.title')}
        rows={data?.pages.flatMap(({ changes }) => changes) ?? []}
        keyOf={({ id }) => id}
        empty={<EmptyState title={t('changes.none')} text={t('changes.none_text')} />}
        columns={[
          {
            key: 'what',
            head: t('changes.what'),
            title: true,
            cell: ({ key, undoes }) => (
              <>
                {label(key)} <code className={styles['code']}>{key}</code>{' '}
                {undoes !== null && <small>{t('changes.undoes', { id: undoes })}</small>}
              </>
            ),
          },
          {
            key: 'from',
            head: t('changes.from'),
            cell: ({ key, old_value }) => <span className={styles['value']}>{words(key, old_value)}</span>,
          },
          {
            key: 'to',
            head: t('changes.to'),
            cell: ({ key, new_value }) => <span className={styles['value']}>{words(key, new_value)}</span>,
          },
          { key: 'who', head: t('changes.who'), cell: ({ operator }) => operator.name ?? `#${operator.id}` },
          {
            key: 'when',
            head: t('changes.when'),
            cell: ({ at }) => <span suppressHydrationWarning>{`${shortDate(at)}, ${time(at)}`}</span>,
          },
          { key: 'undo', head: t('changes.undo'), cell: (change) => <Undo change={change} /> },
        ]}
      />
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Page>
  );
}

function Undo({ change }: { change: SettingChange }) {
  const { t } = useTranslation('office/site-settings');
  const { roles } = useMember();
  const mayUndo = useMay('undoSetting');
  const [isOpen, setOpen] = useState(false);
  const { key } = change;
  if (!change.stands) return <small className={styles['hint']}>{t('changes.later')}</small>;
  if (!mayUndo || (!isOwner(roles) && !(isSettingKey(key) && isMoneySetting(key)))) return null;
  return (
    <>
      <Button look="secondary" size="s" onClick={() => setOpen(true)}>
        {t('changes.undo')}
      </Button>
      {isOpen && <ConfirmUndo change={change} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Shows what the setting will be before it changes. */
function ConfirmUndo({
  change: { id, key, old_value: before, new_value: now },
  onClose,
}: {
  change: SettingChange;
  onClose: () => void;
}) {
  const { t } = useTranslation('office/site-settings');
  const { valueWords, label } = useSettingWords();
  const words = (value: unknown) => (value === null ? t('changes.default') : valueWords(key, value));
  const undo = useAct('undoSetting', {
    done: ({ undone }) => t(undone ? 'changes.undone' : 'changes.undone_before'),
    refresh: ['settingHistory', 'adminSettings', 'adminSites', 'settings'],
  });
  return (
    <Modal open onClose={onClose} title={label(key)} size="s">
      <FactList
        facts={[
          [t('changes.now'), words(now)],
          [t('changes.then'), words(before)],
        ]}
      />
      <Button busy={undo.isPending} onClick={() => undo.mutate({ change: id }, { onSettled: onClose })}>
        {t('changes.undo')}
      </Button>
    </Modal>
  );
}
