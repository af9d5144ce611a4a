import { useQuery } from '@tanstack/react-query';
import { May, mayMake } from '#office/pieces/may.tsx';
import { useOperator } from '#office/pieces/viewed-role.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Page } from '#web/ui/page.tsx';
import { tasksQuery } from './frame.tsx';
import { menuEntries } from './menu.ts';
import styles from '#office/pieces/office.module.css';

const noticesQuery = callQuery('adminNotices');

export default function Home() {
  const { t } = useTranslation('office/frame');
  const user = useOperator();
  const { data: tasks = {} } = useQuery(tasksQuery);
  const mine = menuEntries.flatMap(({ to, text, call, waiting }) =>
    waiting && mayMake(user, call) ? [{ to, text, waiting }] : [],
  );
  return (
    <Page
      title={t('home.title')}
      heading={t('home.heading', { name: user.profile.name })}
      lead={t('home.lead')}
    >
      <May call="adminToday">
        <p className={styles['today']}>
          <Link to="/admin/today">{t('home.today')}</Link>
        </p>
      </May>
      <ul className={styles['tasks']}>
        {mine.map(({ to, text, waiting }) => (
          <li key={to}>
            <Link to={to}>
              <strong>{tasks[waiting] ?? 0}</strong>
              <span>{t(text)}</span>
              {waiting === 'complaints' && (tasks.complaints_urgent ?? 0) > 0 && (
                <em>{t('home.urgent', { count: tasks.complaints_urgent })}</em>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {mine.length === 0 && <p>{t('home.nothing')}</p>}
      {/* Below the tasks, so that nothing moves when they arrive. */}
      <May call="adminNotices">
        <Notices />
      </May>
    </Page>
  );
}

function Notices() {
  const { t } = useTranslation('office/frame');
  const formats = useFormats();
  const { release, postgres } = useQuery(noticesQuery).data ?? {};
  if (!release && !postgres) return null;
  return (
    <div className={styles['notices']}>
      {release && <Alert title={t('home.notices.release', release)}>{t('home.notices.release_how')}</Alert>}
      {postgres && (
        <Alert tone="warning" title={t('home.notices.postgres', { running: postgres.running })}>
          {t(postgres.embedded ? 'home.notices.postgres_embedded' : 'home.notices.postgres_own', {
            fixed_in: postgres.fixed_in,
            date: formats.date(postgres.fixed_on),
          })}
        </Alert>
      )}
    </div>
  );
}
