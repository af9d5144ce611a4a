import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { NavLink, Outlet, useLocation, useNavigate } from 'react-router';
import { hasRole } from '#contract/enums.ts';
import type { OfficeTasks } from '#contract/office.ts';
import { useLocalePath } from '#web/i18n/locale-links.tsx';
import { SkipLink } from '#web/layout/skip-link.tsx';
import { ThemeChoice } from '#web/layout/theme-choice.tsx';
import { forgetOnDevice } from '#web/session/forget-on-device.ts';
import { callQuery } from '#web/session/query-client.ts';
import { officeLoad } from '#web/back-office/office-load.ts';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { IconChevronDown, IconLogout, IconSearch } from '#web/ui/icons.ts';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { entries } from './menu.ts';
import styles from './frame.module.css';

const REFRESH_MS = 30_000;
export const tasksQuery = { ...callQuery('adminTasks'), refetchInterval: REFRESH_MS };

// To members the back office does not exist: the call answers 404, which becomes the page's answer.
const load = officeLoad(tasksQuery);
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office', 'errors'] };

/** The frame of the back office: menu by role, search over members, day and evening, log out. */
export default function Frame() {
  const { t } = useTranslation('back_office');
  const user = useMember();
  const { data: tasks = {} } = useQuery(tasksQuery);
  const wide = useRef<HTMLDivElement>(null);
  const fold = useRef<HTMLDetailsElement>(null);
  const { pathname } = useLocation();
  // The menu is longer than most windows: where somebody is stands in its part that is seen.
  useEffect(() => {
    wide.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  // On a phone the menu makes way for the screen that was chosen.
  useEffect(() => {
    fold.current?.removeAttribute('open');
  }, [pathname]);
  return (
    <div className={styles['frame']}>
      <SkipLink />
      <header className={styles['top']}>
        <NavLink to="/admin" end className={styles['brand']}>
          {t('title')}
        </NavLink>
        {hasRole(user.roles, ['moderator', 'support', 'finance']) && <Search />}
        <Account />
      </header>
      <nav className={styles['side']} aria-label={t('menu.label')}>
        <details ref={fold} className={styles['fold']}>
          <summary>
            {t('menu.label')} <IconChevronDown size={18} aria-hidden="true" />
          </summary>
          <Entries tasks={tasks} />
        </details>
        <div ref={wide} className={styles['wide']}>
          <Entries tasks={tasks} />
        </div>
      </nav>
      <main id="content" className={styles['main']} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

function Entries({ tasks }: { tasks: OfficeTasks }) {
  const { t } = useTranslation('back_office');
  const { roles } = useMember();
  const mine = entries.filter((entry) => hasRole(roles, entry.roles));
  return [...new Set(mine.map(({ group }) => group))].map((group) => (
    <section key={group} className={styles['group']}>
      <h2>{t(`groups.${group}`)}</h2>
      <ul>
        {mine
          .filter((entry) => entry.group === group)
          .map(({ to, text, waiting }) => (
            <li key={to}>
              <NavLink to={to} className={({ isActive }) => (isActive ? styles['here'] : undefined)}>
                {t(text)}
                {waiting && (tasks[waiting] ?? 0) > 0 && <b className={styles['waiting']}>{tasks[waiting]}</b>}
              </NavLink>
            </li>
          ))}
      </ul>
    </section>
  ));
}

/** Members from everywhere: `/` puts the cursor there. */
function Search() {
  const { t } = useTranslation('back_office');
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const go = (event: KeyboardEvent) => {
      const typing = (event.target as HTMLElement).closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', go);
    return () => document.removeEventListener('keydown', go);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate(`/admin/members?find=${encodeURIComponent(field.current?.value.trim() ?? '')}`);
  };
  return (
    <form role="search" className={styles['search']} onSubmit={submit}>
      <IconSearch size={18} aria-hidden="true" />
      <input ref={field} name="find" type="search" aria-label={t('search.label')} placeholder={t('search.placeholder')} autoComplete="off" />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}

function Account() {
  const { t } = useTranslation(['back_office', 'common']);
  const user = useMember();
  const api = useApi();
  const path = useLocalePath();
  const { errorText } = useErrorText();
  const logout = async () => {
    try {
      await api.call('logout');
      forgetOnDevice(user.id);
      // A new document: nothing that was read stays in the page's memory.
      window.location.assign(path('/'));
    } catch (error) {
      toast('error', errorText(error));
    }
  };
  return (
    <Menu
      buttonClassName={styles['account']}
      button={
        <>
          <span>{user.profile.name}</span>
          <IconChevronDown size={16} aria-hidden="true" />
        </>
      }
    >
      <p className={styles['roles']}>{user.roles.map((role) => t(`roles.${role}`)).join(', ')}</p>
      <ThemeChoice />
      <hr />
      <button type="button" onClick={logout}>
        <IconLogout size={20} aria-hidden="true" />
        {t('nav.logout', { ns: 'common' })}
      </button>
    </Menu>
  );
}
