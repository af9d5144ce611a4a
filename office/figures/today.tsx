import { useQuery } from '@tanstack/react-query';
import type { ComparedFigure } from '#contract/figures/today.ts';
import { useMay } from '#office/pieces/may.tsx';
import { FileLink } from '#office/pieces/step-up.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconClock, IconDownload } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { FigureNotes } from './figure-notes.tsx';
import { TodayFigure } from './today-figure.tsx';
import linkChoice from '#office/pieces/link-choice.module.css';
import styles from './today.module.css';

const REFRESH_MS = 5 * 60_000;
const siteIn = (search: URLSearchParams): { site?: string } => {
  const site = search.get('site');
  return site ? { site } : {};
};
const todayQuery = (search: URLSearchParams) => callQuery('adminToday', { query: siteIn(search) });

export const load: ScreenLoad = ({ ensure, requireUser, url }) => {
  requireUser();
  return ensure(todayQuery(url.searchParams));
};
export const handle = { i18n: ['office/figures', 'errors'] };

export default function Today() {
  const { t } = useTranslation('office/figures');
  const { time, day } = useFormats();
  const [search] = useSearchParams();
  const { data } = useQuery({
    ...todayQuery(search),
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
  });
  const links = useFigureLinks(data?.day ?? '');
  if (!data) return <TextSkeleton lines={12} />;
  const file = `/api/admin/today-file?${new URLSearchParams({ ...siteIn(search) })}`;
  return (
    <Page
      title={t('today.title')}
      lead={
        data.until && (
          <span suppressHydrationWarning>
            {t('today.until', { day: day(`${data.day}T12:00:00Z`), time: time(data.until) })}
          </span>
        )
      }
      className={styles['page']}
    >
      <Sites sites={data.sites} />
      {data.until === null ? (
        <EmptyState icon={<IconClock size={30} />} title={t('today.none')} text={t('today.none_text')} />
      ) : (
        <>
          <ul className={styles['figures']}>
            {data.figures.map((figure) => (
              <li key={`${figure.figure} ${figure.currency}`}>
                <TodayFigure figure={figure} data={data} link={links[figure.figure]} />
              </li>
            ))}
            <Complaints waiting={data.complaints_waiting} />
          </ul>
          <p className={styles['quiet']}>{t('today.how')}</p>
          <FileLink href={file} className={styles['file']}>
            <IconDownload size={18} aria-hidden="true" />
            {t('csv')}
          </FileLink>
          <FigureNotes data={data} />
        </>
      )}
    </Page>
  );
}

function Sites({ sites }: { sites: string[] }) {
  const { t } = useTranslation('office/figures');
  const [search] = useSearchParams();
  const current = search.get('site') ?? '';
  if (sites.length < 2) return null;
  return (
    <nav className={linkChoice['choice']} aria-label={t('site')}>
      {['', ...sites].map((host) => (
        <Link
          key={host}
          to={host === '' ? '?' : `?${new URLSearchParams({ site: host })}`}
          aria-current={host === current ? 'true' : undefined}
          preventScrollReset
        >
          {host === '' ? t('all_sites') : host === '*' ? t('main_site') : host}
        </Link>
      ))}
    </nav>
  );
}

function Complaints({ waiting }: { waiting: number }) {
  const { t } = useTranslation('office/figures');
  const { number } = useFormats();
  const may = useMay('adminComplaints');
  return (
    <li>
      <article className={styles['figure']}>
        <h2>{t('today.complaints')}</h2>
        <strong className={styles['now']}>{number(waiting)}</strong>
        {may && <Link to="/admin/complaints">{t('today.rows')}</Link>}
      </article>
    </li>
  );
}

/** The lists with the rows of the figures, for operators who may open them. */
function useFigureLinks(day: string): Record<ComparedFigure['figure'], string | null> {
  const mayMembers = useMay('adminMembers');
  const mayPayments = useMay('adminPayments');
  const days = new URLSearchParams({ from: day, to: day });
  const sold = mayPayments ? `/admin/payments?${days}&status=completed` : null;
  return {
    visits: `/admin/figures?${days}`,
    signups: mayMembers ? '/admin/members?sort=newest' : null,
    activated: mayMembers ? '/admin/members?sort=newest&status=active' : null,
    active: mayMembers ? '/admin/members?seen=day&sort=seen' : null,
    messages: null,
    orders: sold,
    revenue: sold,
    refunds: mayPayments ? '/admin/payments?status=refunded' : null,
  };
}
