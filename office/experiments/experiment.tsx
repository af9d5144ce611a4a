import { useQuery } from '@tanstack/react-query';
import { DEFAULT_SITE } from '#contract/site-settings/sites.ts';
import { Editable, May } from '#office/pieces/may.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useParams, useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { Card, PageHead } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { draftOf } from './drafts.ts';
import { ExperimentForm } from './experiment-form.tsx';
import { ExperimentResults } from './experiment-results.tsx';
import { StateActs } from './state-acts.tsx';
import { StateTag } from './state-tag.tsx';
import { VariantPreviews } from './variant-previews.tsx';
import styles from './experiments.module.css';

const experimentQuery = (site: string, id: string) => callQuery('adminExperiment', { query: { site, id } });

const siteOfAddress = (search: URLSearchParams) => search.get('site') ?? DEFAULT_SITE;

export const load: ScreenLoad = ({ params, ensure, requireUser, url }) => {
  requireUser();
  return ensure(experimentQuery(siteOfAddress(url.searchParams), params['id'] ?? ''));
};
export const handle = { i18n: ['office/experiments', 'office/frame', 'errors'] };

export default function ExperimentScreen() {
  const { t } = useTranslation(['office/experiments', 'office/frame']);
  const { shortDate } = useFormats();
  const { errorText } = useErrorText();
  const id = useParams()['id'] ?? '';
  const site = siteOfAddress(useSearchParams()[0]);
  const { data, error } = useQuery({ ...experimentQuery(site, id), refetchInterval: 60_000 });
  if (error && !data) return <Alert tone="error">{errorText(error)}</Alert>;
  if (!data) return <TextSkeleton lines={10} />;
  const { key, kind, subject, hypothesis, metric, coverage_percent, started_at, stopped_at, state } = data;
  return (
    <div className={styles['page']}>
      <PageHead title={key} />
      <p className={styles['quiet']}>
        <Link to={`/admin/experiments?site=${encodeURIComponent(site)}`}>
          {t('office/frame:menu.experiments')}
        </Link>
      </p>
      <header className={styles['head']}>
        <h1>{key}</h1>
        <StateTag experiment={data} />
      </header>
      <p>{hypothesis}</p>
      <FactList
        facts={[
          [t('kind'), [t(`kinds.${kind}`), subject].filter(Boolean).join(' · ')],
          [t('metric'), t(`metrics.${metric}`)],
          [t('coverage'), `${coverage_percent}%`],
          [t('started'), started_at ? shortDate(started_at) : '–'],
          [t('stopped'), stopped_at ? shortDate(stopped_at) : '–'],
        ]}
      />
      <May call="moveExperiment">
        <StateActs experiment={data} site={site} />
      </May>
      {state !== 'draft' && (
        <Card title={t('results')}>
          <ExperimentResults experiment={data} />
        </Card>
      )}
      <Card title={t('previews')}>
        <VariantPreviews experiment={data} />
      </Card>
      {state === 'draft' && (
        <Card title={t('edit')}>
          <Editable by="saveExperiment">
            <ExperimentForm key={data.seen} site={site} saved={draftOf(data)} seen={data.seen} />
          </Editable>
        </Card>
      )}
    </div>
  );
}
