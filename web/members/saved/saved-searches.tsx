import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { genders } from '#contract/lists/genders.ts';
import type { SavedSearch } from '#contract/search.ts';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LoadFailed } from '#web/messages/load-failed.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Switch } from '#web/ui/field.tsx';
import { IconBookmark } from '#web/ui/icons.ts';
import { Card, Page } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { everybody, readFilters, writeFilters } from '../filters.ts';
import { RenameSearch } from './rename-search.tsx';
import { useChangeSearches } from './use-change-searches.ts';
import { useSearchWords } from './use-search-words.ts';
import styles from './saved-searches.module.css';

const searchesQuery = callQuery('savedSearches');

export const load: ScreenLoad = ({ requireUser, prefetch }) => {
  requireUser();
  return prefetch(searchesQuery);
};
export const handle = { i18n: ['saved_searches', 'members'] };

/** The searches that the member saved, with the new matches of each (docs/product.md 6.20). */
export default function SavedSearches() {
  const { t } = useTranslation('saved_searches');
  const { errorText } = useErrorText();
  const { data, error, refetch } = useQuery(searchesQuery);
  const [renamed, setRenamed] = useState<SavedSearch | null>(null);
  return (
    <Page title={t('title')} heading={<Stressed text={t('heading')} />}>
      <div className={styles['column']}>
        {error && !data && <LoadFailed onRetry={() => void refetch()}>{errorText(error)}</LoadFailed>}
        {data?.searches.length === 0 && (
          <EmptyState
            icon={<IconBookmark size={30} />}
            title={t('empty')}
            text={t('empty_text')}
            action={<ButtonLink to="/members">{t('to_search')}</ButtonLink>}
          />
        )}
        {data && data.searches.length > 0 && (
          <>
            <p className={styles['words']}>{t('lead')}</p>
            <ul className={styles['list']}>
              {data.searches.map((search) => (
                <li key={search.id}>
                  <Search search={search} onRename={() => setRenamed(search)} />
                </li>
              ))}
            </ul>
          </>
        )}
        {renamed && <RenameSearch search={renamed} onClose={() => setRenamed(null)} />}
      </div>
    </Page>
  );
}

function Search({ search, onRename }: { search: SavedSearch; onRename: () => void }) {
  const { t } = useTranslation('saved_searches');
  const words = useSearchWords();
  const { change, remove } = useChangeSearches();
  const { id, name, new_matches, alerts } = search;
  const filters = filtersOf(search);
  return (
    <Card>
      <div className={styles['head']}>
        <h2>{name}</h2>
        {new_matches > 0 && <Tag tone="red">{t('new', { count: new_matches })}</Tag>}
      </div>
      <p className={styles['words']}>{words(filters)}</p>
      <Switch
        label={t('alerts')}
        checked={(change.isPending ? change.variables.alerts : undefined) ?? alerts}
        onChange={(event) => change.mutate({ id, alerts: event.target.checked })}
      />
      <div className={styles['ways']} role="group" aria-label={name}>
        <ButtonLink
          to={`/members${writeFilters(new_matches > 0 ? { ...filters, sort: 'newest' } : filters, {})}`}
          size="s"
          onClick={() => new_matches > 0 && change.mutate({ id, looked_at: true })}
        >
          {t('open')}
        </ButtonLink>
        <Button look="secondary" size="s" onClick={onRename}>
          {t('rename')}
        </Button>
        <Button
          look="quiet"
          size="s"
          busy={remove.isPending}
          onClick={() => remove.mutate(id, { onSuccess: () => toast('success', t('deleted', { name })) })}
        >
          {t('delete')}
        </Button>
      </div>
    </Card>
  );
}

const filtersOf = ({ query }: SavedSearch) =>
  readFilters(
    new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])),
    everybody,
    genders,
  );
