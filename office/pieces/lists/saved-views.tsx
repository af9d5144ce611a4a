import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ListView } from '#contract/office/list-views.ts';
import { May } from '#office/pieces/may.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { IconBookmark, IconTrash } from '#web/ui/icons.ts';
import { Menu } from '#web/ui/menu.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { changedQuery } from './list-address.ts';
import type { ListDescription } from './list-description.ts';
import styles from './office-list.module.css';

type ListName = ListDescription<unknown, string>['list'];

export const viewsQuery = (list: ListName) => callQuery('listViews', { query: { list } });

/** The operator's own views of a list. Each is a link to an address of the list. */
export function SavedViews({ list, query }: { list: ListName; query: URLSearchParams }) {
  const { t } = useTranslation('office/lists');
  const { data } = useQuery(viewsQuery(list));
  const [saving, setSaving] = useState(false);
  const now = changedQuery(query);
  return (
    <>
      <Menu
        button={
          <>
            <IconBookmark size={18} aria-hidden="true" />
            {t('views.label')}
          </>
        }
      >
        {data?.views.length === 0 && <p className={styles['quiet']}>{t('views.none')}</p>}
        {data?.views.map((view) => (
          <View key={view.id} view={view} isCurrent={view.query === now} />
        ))}
        <May call="saveListView">
          <button type="button" className={styles['save']} onClick={() => setSaving(true)}>
            {t('views.save')}
          </button>
        </May>
      </Menu>
      {saving && <SaveView list={list} query={now} onClose={() => setSaving(false)} />}
    </>
  );
}

function View({ view: { id, name, query }, isCurrent }: { view: ListView; isCurrent: boolean }) {
  const { t } = useTranslation('office/lists');
  const { mutate, isPending } = useAct('deleteListView', {
    done: t('views.deleted'),
    refresh: ['listViews'],
  });
  return (
    <div className={styles['view']}>
      <Link to={`?${query}`} aria-current={isCurrent ? 'true' : undefined}>
        {name}
      </Link>
      <May call="deleteListView">
        <IconButton label={t('views.delete', { name })} disabled={isPending} onClick={() => mutate({ id })}>
          <IconTrash size={18} />
        </IconButton>
      </May>
    </div>
  );
}

function SaveView({ list, query, onClose }: { list: ListName; query: string; onClose: () => void }) {
  const { t } = useTranslation('office/lists');
  const [id] = useState(() => crypto.randomUUID());
  const { mutate, isPending } = useAct('saveListView', { done: t('views.saved'), refresh: ['listViews'] });
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (name !== '') mutate({ id, list, name, query }, { onSuccess: onClose });
  };
  return (
    <Modal open onClose={onClose} title={t('views.save')} size="s">
      <form className={styles['form']} onSubmit={save}>
        <TextInput name="name" label={t('views.name')} hint={t('views.hint')} required maxLength={60} />
        <Button type="submit" busy={isPending}>
          {t('views.save')}
        </Button>
      </form>
    </Modal>
  );
}
