import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from 'react-router';
import { hasRole } from '#contract/enums.ts';
import { useMember } from '#web/session/use-session.ts';
import { Page } from '#web/ui/page.tsx';
import { tasksQuery } from './frame.tsx';
import { entries } from './menu.ts';
import styles from './office.module.css';

export const handle = { i18n: ['back_office'] };

/** /admin: what waits for somebody with these roles. */
export default function Home() {
  const { t } = useTranslation('back_office');
  const user = useMember();
  const { data: tasks = {} } = useQuery(tasksQuery);
  const mine = entries.filter(({ roles, waiting }) => waiting && hasRole(user.roles, roles));
  return (
    <Page title={t('home.title')} heading={t('home.heading', { name: user.profile.name })} lead={t('home.lead')}>
      <ul className={styles['tasks']}>
        {mine.map(({ to, text, waiting }) => (
          <li key={to}>
            <Link to={to}>
              <strong>{tasks[waiting!] ?? 0}</strong>
              <span>{t(text)}</span>
              {waiting === 'complaints' && (tasks.complaints_urgent ?? 0) > 0 && <em>{t('home.urgent', { count: tasks.complaints_urgent })}</em>}
            </Link>
          </li>
        ))}
      </ul>
      {mine.length === 0 && <p>{t('home.nothing')}</p>}
    </Page>
  );
}
