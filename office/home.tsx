import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { mayMake } from '#office/pieces/may.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useMember } from '#web/session/use-session.ts';
import { Page } from '#web/ui/page.tsx';
import { tasksQuery } from './frame.tsx';
import { menuEntries } from './menu.ts';
import styles from '#office/pieces/office.module.css';

export default function Home() {
  const { t } = useTranslation('office/frame');
  const user = useMember();
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
    </Page>
  );
}
