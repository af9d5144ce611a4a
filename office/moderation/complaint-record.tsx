import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Evidence } from './evidence.tsx';
import styles from './complaints.module.css';

/** Each view of a complaint is logged, so it is fetched only once while it is open. */
const fileQuery = (id: number) => ({
  ...callQuery('adminComplaint', { query: { id } }),
  staleTime: Infinity,
  refetchOnWindowFocus: false,
});

export const load: ScreenLoad = ({ ensure, requireUser, params }) => {
  requireUser();
  return ensure(fileQuery(Number(params['id'])));
};
export const handle = { i18n: ['office/moderation', 'complaints', 'errors'] };

/** One complaint of the list with its evidence, decided or not. Decisions are made in the queue. */
export default function ComplaintRecord() {
  const { t } = useTranslation('office/moderation');
  const { data: file } = useQuery(fileQuery(Number(useParams()['id'])));
  if (!file) return <Skeleton height={320} />;
  const isWaiting = file.state !== 'decided';
  return (
    <Page
      title={t('complaint_list.number', { id: file.id })}
      lead={
        <>
          {t(`complaint_list.statuses.${file.state}`)}
          {file.taken_by !== null && isWaiting && ` · ${t('complaints.taken_by', { name: file.taken_by })}`}
          {' · '}
          {isWaiting ? (
            <Link to={`/admin/complaints?report=${file.id}`}>{t('complaint_list.in_queue')}</Link>
          ) : (
            <Link to="/admin/complaint-list">{t('complaint_list.title')}</Link>
          )}
        </>
      }
    >
      <div className={styles['file']}>
        <Evidence file={file} />
      </div>
    </Page>
  );
}
