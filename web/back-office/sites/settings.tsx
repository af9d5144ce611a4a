import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from 'react-router';
import { DEFAULT_SITE, type SiteSettingsView } from '#contract/calls/site-desk-calls.ts';
import type { FieldCode } from '#contract/errors.ts';
import { isMoneySetting, settingGroups, settingKeys, settingTable, type SettingKey, type SiteSettings } from '#contract/setting-table.ts';
import { ApiError } from '#web/api.ts';
import { callQuery } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { Select, TextInput } from '#web/ui/field.tsx';
import { Page } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { Unsaved } from '../unsaved.tsx';
import { Preview } from './preview.tsx';
import { SettingField } from './setting-field.tsx';
import styles from './sites.module.css';

const sitesQuery = callQuery('adminSites');
const settingsQuery = (site: string) => callQuery('adminSettings', { query: { site } });

const load: ScreenLoad = ({ ensure, requireUser, url }) => {
  requireUser();
  return Promise.all([ensure(sitesQuery), ensure(settingsQuery(url.searchParams.get('site') ?? DEFAULT_SITE))]);
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office_sites', 'back_office', 'errors'] };

/** /admin/settings: every setting of a site, with a search, a preview and the way to its history. */
export default function SettingsScreen() {
  const { t } = useTranslation('back_office_sites');
  const [query, setQuery] = useSearchParams();
  const site = query.get('site') ?? DEFAULT_SITE;
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
              label: host === DEFAULT_SITE ? t('default_site', { origin: new URL(origin).host }) : `${host} · ${name}`,
            }))}
            onChange={({ target }) => setQuery({ site: target.value })}
          />
        </div>
      )}
      {data && <Form key={data.site} view={data} />}
    </Page>
  );
}

type Drafts = Partial<Record<SettingKey, unknown>>;

function Form({ view }: { view: SiteSettingsView }) {
  const { t } = useTranslation('back_office_sites');
  const { roles } = useMember();
  const [find, setFind] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [faults, setFaults] = useState<Partial<Record<string, FieldCode>>>({});
  const save = useSave(view.site, { onSaved: () => setDrafts({}), onRefused: setFaults });
  const stored = Object.fromEntries(view.settings.map(({ key, value }) => [key, value])) as SiteSettings;
  const own = new Set(view.settings.filter((setting) => setting.own).map(({ key }) => key));
  // Null is the default: so the form shows what it will be.
  const shown = {
    ...stored,
    ...Object.fromEntries(Object.entries(drafts).map(([key, value]) => [key, value ?? settingTable[key as SettingKey].default])),
  } as SiteSettings;
  const found = settingKeys.filter((key) => matches(find, [key, t(`setting.${key}.label`), t(`setting.${key}.hint`)]));
  const owner = roles.includes('owner');
  const change = (key: SettingKey, value: unknown) => {
    setDrafts(({ [key]: _before, ...rest }) => (!same(value, stored[key]) || (value === null && own.has(key)) ? { ...rest, [key]: value } : rest));
    setFaults(({ [key]: _fault, ...rest }) => rest);
  };
  const count = Object.keys(drafts).length;
  const submit = () =>
    save.mutate(
      Object.entries(drafts).map(([key, value]) => ({ key, value })),
      { onError: () => requestAnimationFrame(() => form.current?.querySelector('[aria-invalid]')?.scrollIntoView({ block: 'center' })) },
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
      <div className={styles['find']}>
        <TextInput label={t('find')} type="search" name="find" autoComplete="off" value={find} onChange={({ target }) => setFind(target.value)} />
      </div>
      <div className={styles['main']}>
        {found.length === 0 && <EmptyState title={t('found_none')} text={t('found_none_text')} />}
        {settingGroups.map((group) => {
          const keys = found.filter((key) => settingTable[key].group === group);
          return (
            keys.length > 0 && (
              <section key={group} id={group} className={styles['section']}>
                <h2>{t(`groups.${group}`)}</h2>
                {keys.map((key) => (
                  <SettingField
                    key={key}
                    settingKey={key}
                    site={view.site}
                    value={shown[key]}
                    own={drafts[key] === null ? false : own.has(key) || Object.hasOwn(drafts, key)}
                    draft={Object.hasOwn(drafts, key)}
                    fault={faults[key]}
                    readOnly={!owner && !isMoneySetting(key)}
                    onChange={(value) => change(key, value)}
                  />
                ))}
              </section>
            )
          );
        })}
        {find === '' && (
          <section className={styles['section']}>
            <h2>{t('computed')}</h2>
            <p className={styles['hint']}>{t('computed_text')}</p>
            <FactList facts={view.computed.map(({ key, value }) => [t(`computed_setting.${key}`), value ?? '–'])} />
          </section>
        )}
      </div>
      <aside className={styles['side']}>
        <Preview settings={shown} />
      </aside>
      {count > 0 && (
        <div className={styles['bar']} role="status">
          <span>{Object.keys(faults).length > 0 ? t('refused') : t('unsaved', { count })}</span>
          <Button look="quiet" onClick={() => (setDrafts({}), setFaults({}))}>
            {t('discard')}
          </Button>
          <Button type="submit" busy={save.isPending}>
            {t('save')}
          </Button>
        </div>
      )}
    </form>
  );
}

function useSave(site: string, { onSaved, onRefused }: { onSaved(): void; onRefused(fields: Record<string, FieldCode>): void }) {
  const { t } = useTranslation('back_office_sites');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: { key: string; value: unknown }[]) => api.call('changeSettings', { body: { site, changes } }),
    async onSuccess(view) {
      queries.setQueryData(settingsQuery(site).queryKey, view);
      onSaved();
      onRefused({});
      toast('success', t('saved'));
      await Promise.all(['adminSites', 'settingHistory', 'settings'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    },
    onError(error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) onRefused(error.fields);
      else toast('error', errorText(error));
    },
  });
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const matches = (find: string, texts: string[]) =>
  find
    .toLowerCase()
    .split(/\s+/)
    .every((word) => texts.some((text) => text.toLowerCase().includes(word)));
