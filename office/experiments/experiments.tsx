import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CallReply } from '#contract/calls.ts';
import { Fold } from '#office/pieces/fold.tsx';
import { May } from '#office/pieces/may.tsx';
import { siteChoicesQuery } from '#office/pieces/shown-site.tsx';
import { useSiteName } from '#office/pieces/sites-choice.tsx';
import { type Column, Table } from '#office/pieces/table.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate, useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callPages } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select } from '#web/ui/field.tsx';
import { Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { newDraft } from './drafts.ts';
import { ExperimentForm } from './experiment-form.tsx';
import { siteIn } from './site-in.ts';
import { StateTag } from './state-tag.tsx';
import styles from './experiments.module.css';

type Row = CallReply<'adminExperiments'>['experiments'][number];

const pages = (site: string) => callPages('adminExperiments', { site });

export const load: ScreenLoad = async ({ ensure, ensurePages, requireUser, url }) => {
  requireUser();
  const { sites } = await ensure(siteChoicesQuery);
  return ensurePages(
    pages(
      siteIn(
        url.searchParams,
        sites.map(({ host }) => host),
      ),
    ),
  );
};
export const handle = { i18n: ['office/experiments', 'office/frame', 'errors'] };

export default function Experiments() {
  const { t } = useTranslation(['office/experiments', 'office/frame']);
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const sites = useQuery(siteChoicesQuery).data?.sites ?? [];
  const nameOf = useSiteName(sites);
  const site = siteIn(
    search,
    sites.map(({ host }) => host),
  );
  return (
    <Page title={t('office/frame:menu.experiments')} lead={t('lead')}>
      <div className={styles['column']}>
        {sites.length > 1 && (
          <Select
            label={t('site')}
            value={site}
            options={sites.map(({ host }) => ({ value: host, label: nameOf(host) }))}
            onChange={({ target }) => setSearch({ site: target.value }, { replace: true })}
          />
        )}
        <May call="saveExperiment">
          <Fold summary={t('new')} isNew>
            <ExperimentForm
              site={site}
              saved={newDraft()}
              seen={null}
              onSaved={(id) => void navigate(`/admin/experiments/${id}?site=${encodeURIComponent(site)}`)}
            />
          </Fold>
        </May>
        <List site={site} />
      </div>
    </Page>
  );
}

function List({ site }: { site: string }) {
  const { t } = useTranslation('office/experiments');
  const { shortDate } = useFormats();
  const { errorText } = useErrorText();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(pages(site));
  if (error && !data) return <Alert tone="error">{errorText(error)}</Alert>;
  if (!data) return <TextSkeleton lines={6} />;
  const columns: Column<Row>[] = [
    {
      key: 'key',
      head: t('key'),
      cell: ({ id, key, hypothesis }) => (
        <>
          <Link to={`/admin/experiments/${id}?site=${encodeURIComponent(site)}`}>{key}</Link>
          <br />
          <small>{hypothesis}</small>
        </>
      ),
      title: true,
      width: 40,
    },
    { key: 'kind', head: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`), width: 18 },
    { key: 'state', head: t('state'), cell: (row) => <StateTag experiment={row} />, width: 22 },
    {
      key: 'started',
      head: t('started'),
      cell: ({ started_at }) => (started_at ? shortDate(started_at) : '–'),
      width: 20,
    },
  ];
  return (
    <>
      <Table
        caption={t('list')}
        rows={data.pages.flatMap(({ experiments }) => experiments)}
        keyOf={({ id }) => id}
        empty={<EmptyState title={t('none')} text={t('none_text')} />}
        columns={columns}
      />
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}
