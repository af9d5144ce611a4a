import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import type { OfficeTasks } from '#contract/office/tasks.ts';
import { DEFAULT_SITE } from '#contract/site-settings/sites.ts';
import { May, mayMake } from '#office/pieces/may.tsx';
import { ShownSite, siteChoicesQuery, useShownSite } from '#office/pieces/shown-site.tsx';
import { StepUp } from '#office/pieces/step-up.tsx';
import { useOperator, ViewedRole } from '#office/pieces/viewed-role.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useLocalePath } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { LanguageLinks } from '#web/language/language-menu.tsx';
import { SkipLink } from '#web/layout/skip-link.tsx';
import { ThemeChoice } from '#web/layout/theme-choice.tsx';
import { useLocation, useNavigate } from '#web/router/hooks.ts';
import { Link, NavLink } from '#web/router/link.tsx';
import { Outlet } from '#web/router/screens.tsx';
import { forgetOnDevice } from '#web/session/forget-on-device.ts';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { IconChevronDown, IconLogout, IconSearch, IconSettings } from '#web/ui/icons.ts';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { menuEntries } from './menu.ts';
import { Palette } from './palette.tsx';
import styles from './frame.module.css';

const REFRESH_MS = 30_000;
export const tasksQuery = { ...callQuery('adminTasks'), refetchInterval: REFRESH_MS };

// Members must not learn that the office exists, so both the call and the page answer 404.
export const load: ScreenLoad = async (screen) => {
  screen.requireUser();
  await Promise.all([screen.ensure(tasksQuery), screen.ensure(siteChoicesQuery)]);
};
export const handle = { i18n: ['office/frame', 'errors'] };

export default function Frame() {
  const { t } = useTranslation('office/frame');
  const { data: tasks = {} } = useQuery(tasksQuery);
  const wide = useRef<HTMLDivElement>(null);
  const fold = useRef<HTMLDetailsElement>(null);
  const { pathname } = useLocation();
  // The menu is taller than most windows, so scroll the current entry into view.
  useEffect(() => {
    wide.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);
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
        <May call="adminMembers">
          <Search />
        </May>
        <Palette />
        <Account />
      </header>
      <nav className={styles['side']} aria-label={t('menu.label')}>
        <OnlySites />
        <details ref={fold} className={styles['fold']}>
          <summary>
            {t('menu.label')} <IconChevronDown size={18} aria-hidden="true" />
          </summary>
          <ShownSite className={styles['shown']} />
          <Entries tasks={tasks} />
        </details>
        <div ref={wide} className={styles['wide']}>
          <OnlySites />
          <ShownSite className={styles['shown']} />
          <Entries tasks={tasks} />
        </div>
      </nav>
      <main id="content" className={styles['main']} tabIndex={-1}>
        <ViewedRole />
        <Outlet />
      </main>
      <StepUp />
    </div>
  );
}

/** The site that lists show, or else the sites of an operator who does not work for all of them. */
function OnlySites() {
  const { t } = useTranslation('office/frame');
  const { list } = useFormats();
  const { office_sites: own } = useMember();
  const shown = useShownSite();
  const sites = shown === '' ? own : [shown];
  if (!sites) return null;
  return (
    <p className={styles['only']}>
      {t('sites.only', {
        sites: list(sites.map((host) => (host === DEFAULT_SITE ? t('sites.default') : host))),
      })}
    </p>
  );
}

function Entries({ tasks }: { tasks: OfficeTasks }) {
  const { t } = useTranslation('office/frame');
  const user = useOperator();
  const mine = menuEntries.filter(({ call }) => mayMake(user, call));
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
                {waiting && (tasks[waiting] ?? 0) > 0 && (
                  <b className={styles['waiting']}>{tasks[waiting]}</b>
                )}
              </NavLink>
            </li>
          ))}
      </ul>
    </section>
  ));
}

function Search() {
  const { t } = useTranslation('office/frame');
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const go = (event: KeyboardEvent) => {
      const typing = (event.target as HTMLElement).closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
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
      <input
        ref={field}
        name="find"
        type="search"
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        autoComplete="off"
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}

function Account() {
  const { t } = useTranslation(['office/frame', 'common']);
  const user = useMember();
  const api = useApi();
  const path = useLocalePath();
  const { errorText } = useErrorText();
  const logout = async () => {
    try {
      await api.call('logout');
      await forgetOnDevice(user.id);
      // A new document, so that nothing the operator read stays in memory.
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
      <Link to="/notifications">
        <IconSettings size={20} aria-hidden="true" />
        {t('common:nav.settings')}
      </Link>
      <ThemeChoice />
      <hr />
      <LanguageLinks />
      <hr />
      <button type="button" onClick={logout}>
        <IconLogout size={20} aria-hidden="true" />
        {t('common:nav.logout')}
      </button>
    </Menu>
  );
}
