import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldCode } from '#contract/errors.ts';
import { isOwner } from '#contract/lists/roles.ts';
import {
  isMoneySetting,
  isSettingKey,
  settingGroups,
  settingKeys,
  settingTable,
  type SettingKey,
  type SiteSettings,
} from '#contract/site-settings/setting-table.ts';
import { DEFAULT_SITE, type SiteSettingsView } from '#contract/site-settings/sites.ts';
import { matches } from '#office/pieces/matches.ts';
import { useMay } from '#office/pieces/may.tsx';
import { Unsaved } from '#office/pieces/unsaved.tsx';
import { WaitingChanges } from '#office/pieces/waiting-changes.tsx';
import { ApiError } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useLocation, useSearchParams } from '#web/router/hooks.ts';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { Select, TextInput } from '#web/ui/field.tsx';
import { Page } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { Preview } from './preview.tsx';
import { SettingField } from './setting-field.tsx';
import { settingsSite } from './settings-site.ts';
import { SettingsTransfer } from './settings-transfer.tsx';
import styles from './site-settings.module.css';

const sitesQuery = callQuery('adminSites');
const settingsQuery = (site: string) => callQuery('adminSettings', { query: { site } });

export const load: ScreenLoad = ({ ensure, requireUser, url }) => {
  const site = settingsSite(url.searchParams, requireUser());
  return Promise.all([ensure(sitesQuery), ensure(settingsQuery(site))]);
};
export const handle = { i18n: ['office/site-settings', 'profile', 'errors'] };

export default function SettingsScreen() {
  const { t } = useTranslation('office/site-settings');
  const [query, setQuery] = useSearchParams();
  const site = settingsSite(query, useMember());
  const { data: { sites } = { sites: [] } } = useQuery(sitesQuery);
  const { data } = useQuery(settingsQuery(site));
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      aside={
        <ButtonLink look="secondary" to={`/admin/setting-history?site=${encodeURIComponent(site)}`}>
          {t('history')}
        </ButtonLink>
      }
    >
      {sites.length > 1 && (
        <div className={styles['which']}>
          <Select
            label={t('site')}
            value={site}
            options={sites.map(({ host, name, origin }) => ({
              value: host,
              label:
                host === DEFAULT_SITE
                  ? t('default_site', { origin: new URL(origin).host })
                  : `${host} · ${name}`,
            }))}
            onChange={({ target }) => setQuery({ site: target.value })}
          />
        </div>
      )}
      <WaitingChanges kind="setting" />
      {data && <Form key={data.site} view={data} />}
    </Page>
  );
}

/** Scrolls to a setting and focuses its control. `showAll` ends a search that may hide it. */
function showSetting(key: string, showAll: () => void): void {
  requestAnimationFrame(() => {
    // At once: a setting that the search hides is not in the document before that.
    flushSync(showAll);
    const setting = document.getElementById(`setting-${key}`);
    setting?.scrollIntoView({ block: 'center' });
    setting?.querySelector<HTMLElement>('input, select, textarea, a')?.focus({ preventScroll: true });
  });
}

function FindBar({
  value,
  onChange,
  children,
}: {
  value: string;
  onChange(value: string): void;
  children: ReactNode;
}) {
  const { t } = useTranslation('office/site-settings');
  return (
    <div className={styles['find']}>
      <TextInput
        label={t('find')}
        type="search"
        name="find"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {children}
    </div>
  );
}

function scrollToFault(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector('[aria-invalid]')?.scrollIntoView({ block: 'center' }));
}

type Drafts = Partial<Record<SettingKey, unknown>>;

function Form({ view }: { view: SiteSettingsView }) {
  const { t } = useTranslation('office/site-settings');
  const { roles, office_sites: sites } = useMember();
  const [find, setFind] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const { hash, key: visit } = useLocation();
  useEffect(() => {
    if (hash.startsWith('#setting-')) showSetting(hash.slice('#setting-'.length), () => setFind(''));
  }, [hash, visit]);
  const { drafts, faults, shown, own, ownElsewhere, change, setFaults, discard } = useDrafts(view);
  const save = useSave(view.site, { onSaved: discard, onRefused: setFaults });
  const found = settingKeys.filter((key) =>
    matches(find, [key, t(`setting.${key}.label`), t(`setting.${key}.hint`)]),
  );
  // The default site's settings also apply to the installation.
  const mayChange = useMay('changeSettings') && !(sites && view.site === DEFAULT_SITE);
  const owner = isOwner(roles);
  const count = Object.keys(drafts).length;
  const submit = () =>
    save.mutate(
      Object.entries(drafts).map(([key, value]) => ({ key, value })),
      { onError: () => scrollToFault(form.current) },
    );
  const field = (key: SettingKey) => (
    <SettingField
      key={key}
      settingKey={key}
      site={view.site}
      value={shown[key]}
      own={drafts[key] === null ? false : own.has(key) || Object.hasOwn(drafts, key)}
      ownElsewhere={ownElsewhere.get(key) ?? []}
      draft={Object.hasOwn(drafts, key)}
      fault={faults[key]}
      readOnly={!mayChange || (!owner && !isMoneySetting(key))}
      onChange={(value) => change(key, value)}
    />
  );
  return (
    <form
      ref={form}
      className={styles['layout']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (count > 0) submit();
      }}
    >
      <Unsaved when={count > 0 && !save.isPending} />
      <FindBar value={find} onChange={setFind}>
        <SettingsTransfer
          view={view}
          mayChange={mayChange}
          onTake={(values) => {
            setFind('');
            for (const { key, value } of values) if (isSettingKey(key)) change(key, value);
            toast('success', t('transfer.taken'));
          }}
        />
        {find === '' && <GroupLinks />}
      </FindBar>
      <aside className={styles['side']}>
        <Preview settings={shown} />
      </aside>
      <div className={styles['main']}>
        <SettingGroups found={found}>{field}</SettingGroups>
        {find === '' && <ComputedSettings computed={view.computed} />}
      </div>
      {count > 0 && (
        <SaveBar
          count={count}
          refused={Object.keys(faults).length > 0}
          busy={save.isPending}
          onDiscard={discard}
        />
      )}
    </form>
  );
}

function useDrafts(view: SiteSettingsView) {
  const [drafts, setDrafts] = useState<Drafts>({});
  const [faults, setFaults] = useState<Partial<Record<string, FieldCode>>>({});
  const stored = Object.fromEntries(view.settings.map(({ key, value }) => [key, value])) as SiteSettings;
  const own = new Set(view.settings.filter((setting) => setting.own).map(({ key }) => key));
  const ownElsewhere = new Map<string, string[]>(
    view.settings.map(({ key, own_elsewhere: hosts }) => [key, hosts]),
  );
  // Null restores the default, so the form shows the default.
  const shown = {
    ...stored,
    ...Object.fromEntries(
      Object.entries(drafts).map(([key, value]) => [key, value ?? settingTable[key as SettingKey].default]),
    ),
  } as SiteSettings;
  const change = (key: SettingKey, value: unknown) => {
    setDrafts(({ [key]: _before, ...rest }) =>
      !isSameValue(value, stored[key]) || (value === null && own.has(key)) ? { ...rest, [key]: value } : rest,
    );
    setFaults(({ [key]: _fault, ...rest }) => rest);
  };
  const discard = () => {
    setDrafts({});
    setFaults({});
  };
  return { drafts, faults, shown, own, ownElsewhere, change, setFaults, discard };
}

function SettingGroups({
  found,
  children: field,
}: {
  found: SettingKey[];
  children(key: SettingKey): ReactNode;
}) {
  const { t } = useTranslation('office/site-settings');
  if (found.length === 0) return <EmptyState title={t('found_none')} text={t('found_none_text')} />;
  return settingGroups.map((group) => {
    const keys = found.filter((key) => settingTable[key].group === group);
    return (
      keys.length > 0 && (
        <section key={group} id={group} tabIndex={-1} className={styles['section']}>
          <h2>{t(`groups.${group}`)}</h2>
          {keys.map(field)}
        </section>
      )
    );
  });
}

/** Jumps to a group. Not by the hash of the address, because a navigation would ask about unsaved changes. */
function GroupLinks() {
  const { t } = useTranslation('office/site-settings');
  return (
    <nav className={styles['groups']} aria-label={t('groups_label')}>
      {settingGroups.map((group) => (
        <a
          key={group}
          href={`#${group}`}
          onClick={(event) => {
            event.preventDefault();
            const section = document.getElementById(group);
            section?.scrollIntoView();
            section?.focus({ preventScroll: true });
          }}
        >
          {t(`groups.${group}`)}
        </a>
      ))}
    </nav>
  );
}

function ComputedSettings({ computed }: Pick<SiteSettingsView, 'computed'>) {
  const { t } = useTranslation('office/site-settings');
  return (
    <section className={styles['section']}>
      <h2>{t('computed')}</h2>
      <p className={styles['hint']}>{t('computed_text')}</p>
      <FactList facts={computed.map(({ key, value }) => [t(`computed_setting.${key}`), value ?? '–'])} />
    </section>
  );
}

function SaveBar({
  count,
  refused,
  busy,
  onDiscard,
}: {
  count: number;
  refused: boolean;
  busy: boolean;
  onDiscard(): void;
}) {
  const { t } = useTranslation('office/site-settings');
  return (
    <div className={styles['bar']} role="status">
      <span>{refused ? t('refused') : t('unsaved', { count })}</span>
      <Button look="quiet" onClick={onDiscard}>
        {t('discard')}
      </Button>
      <Button type="submit" busy={busy}>
        {t('save')}
      </Button>
    </div>
  );
}

function useSave(
  site: string,
  { onSaved, onRefused }: { onSaved(): void; onRefused(fields: Record<string, FieldCode>): void },
) {
  const { t } = useTranslation('office/site-settings');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: { key: string; value: unknown }[]) =>
      api.call('changeSettings', { body: { site, changes } }),
    async onSuccess(view) {
      queries.setQueryData(settingsQuery(site).queryKey, view);
      onSaved();
      onRefused({});
      toast('success', t('saved'));
      await Promise.all(
        ['adminSites', 'settingHistory', 'settings', 'waitingChanges'].map((name) =>
          queries.invalidateQueries({ queryKey: [name] }),
        ),
      );
    },
    onError(error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) onRefused(error.fields);
      else toast('error', errorText(error));
    },
  });
}

const isSameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
