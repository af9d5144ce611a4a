import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useParams, useSearchParams } from 'react-router';
import type { CallReply } from '#contract/calls.ts';
import { localePath } from '#contract/lists/locales.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { Unsaved } from '../unsaved.tsx';
import { type Place, PlaceFields, placeIn, sitesQuery, type TextSite } from './place.tsx';
import { useSettled } from './use-settled.ts';
import { Versions } from './versions.tsx';
import styles from './texts.module.css';

const pageQuery = (token: string, place: Place) => callQuery('adminPage', { query: { token, ...place } });

const load: ScreenLoad = async ({ ensure, params, requireUser, locale, url }) => {
  requireUser();
  const { sites } = await ensure(sitesQuery);
  return ensure(pageQuery(params['token']!, placeIn(url.searchParams, sites, locale)));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office', 'back_office_texts', 'errors'] };

/** What a page's text may name; the server fills it in. */
const words = [
  'site',
  'company',
  'kvk',
  'vat_numbers',
  'address',
  'tradenames',
  'support_email',
  'support_phone',
  'refund_days',
  'min_age',
  'message_visible_days',
  'terms_date',
] as const;
const standard: readonly string[] = ['terms', 'privacy', 'cookies', 'ban', 'return-policy', 'service', 'faq'];

/** /admin/pages/:token: a static page's text of a site in a language, beside what visitors will read. */
export default function PageEditor() {
  const { t } = useTranslation('back_office_texts');
  const token = useParams()['token']!;
  const [query] = useSearchParams();
  const sites = useQuery(sitesQuery).data?.sites ?? [];
  const place = placeIn(query, sites, useLocale());
  const { data } = useQuery(pageQuery(token, place));
  const site = sites.find(({ host }) => host === place.host);
  const title = standard.includes(token) ? t(`pages.names.${token}`) : t('pages.own_page', { token });
  return (
    <Page title={title} lead={t('pages.editor_lead')}>
      <PlaceFields sites={sites} place={place} />
      {data && site ? (
        <Editor key={`${token} ${place.host} ${place.language} ${data.seen}`} page={data} place={place} site={site} />
      ) : (
        <TextSkeleton lines={10} />
      )}
    </Page>
  );
}

function Editor({ page, place, site }: { page: CallReply<'adminPage'>; place: Place; site: TextSite }) {
  const { token, own, inherited, seen } = page;
  const { t } = useTranslation('back_office_texts');
  const formats = useFormats();
  const { errorText } = useErrorText();
  const [body, setBody] = useState(own ?? inherited ?? '');
  const changed = body !== (own ?? inherited ?? '');
  const change = useChange(token, place, seen);
  const address = site.origin + localePath(place.language, standard.includes(token) ? `/pages/${token}` : `/${token}`);
  return (
    <>
      {token === 'terms' && <p className={styles['quiet']}>{t('pages.terms_version', { date: formats.date(page.terms_date) })}</p>}
      <p className={styles['quiet']}>
        {t(own !== null ? 'pages.is_own' : inherited !== null ? 'pages.is_inherited' : 'pages.is_new')}{' '}
        {(own ?? inherited) !== null && (
          <a href={address} target="_blank" rel="noreferrer">
            {t('pages.open')}
          </a>
        )}
      </p>
      <Unsaved when={changed && !change.isPending} />
      <div className={styles['editor']}>
        <div className={styles['write']}>
          <Textarea
            label={t('pages.text')}
            hint={t('pages.text_hint')}
            value={body}
            onChange={(event) => setBody(event.target.value)}
            rows={26}
            maxLength={60_000}
            spellCheck
            className={styles['markdown']}
          />
          <details>
            <summary>{t('pages.words')}</summary>
            <ul className={styles['words']}>
              {words.map((word) => (
                <li key={word}>
                  <code>{`{{${word}}}`}</code> {t(`pages.word.${word}`)}
                </li>
              ))}
            </ul>
          </details>
        </div>
        <Preview token={token} place={place} body={body} />
      </div>
      {change.error && <Alert tone="error">{errorText(change.error)}</Alert>}
      <div className={styles['buttons']}>
        <Button busy={change.isPending} disabled={!changed || body.trim() === ''} onClick={() => change.mutate({ body })}>
          {t('publish')}
        </Button>
        {own !== null && (
          <Button look="secondary" busy={change.isPending} onClick={() => change.mutate({ body: null })}>
            {t(inherited === null ? 'pages.remove' : 'use_standard')}
          </Button>
        )}
      </div>
      <Versions
        kind="page"
        name={token}
        place={place}
        busy={change.isPending}
        describe={({ body: text }) => (text ?? '').replace(/^#+ */, '').split('\n')[0]!.slice(0, 120)}
        onPick={({ body: text }) => {
          setBody(text ?? '');
          window.scrollTo({ top: 0 });
        }}
        onUndo={(content) => change.mutate({ body: content?.['body'] ?? null, undo: true })}
      />
    </>
  );
}

/** Writes the page, or with null takes it away. */
function useChange(token: string, place: Place, seen: number | null) {
  const { t } = useTranslation('back_office_texts');
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ body }: { body: string | null; undo?: true }) =>
      body === null ? api.call('adminDropPage', { body: { token, ...place, seen } }) : api.call('adminWritePage', { body: { token, ...place, body, seen } }),
    async onSuccess(_, { undo }) {
      toast('success', t(undo ? 'undone' : 'published'));
      await Promise.all(['adminPage', 'adminPages', 'adminTextVersions'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    },
  });
}

function Preview({ token, place, body }: { token: string; place: Place; body: string }) {
  const { t } = useTranslation('back_office_texts');
  const api = useApi();
  const settled = useSettled(body);
  const { data } = useQuery({
    queryKey: ['adminPagePreview', token, place, settled],
    queryFn: () => api.call('adminPagePreview', { body: { token, ...place, body: settled } }),
    placeholderData: keepPreviousData,
  });
  return (
    // A long page scrolls in its frame: keys have to reach it.
    <article className={styles['preview']} aria-label={t('preview')} lang={place.language} tabIndex={0}>
      {data ? (
        <>
          <h2 className={styles['title']}>{data.title}</h2>
          {data.intro && <p className={styles['intro']}>{data.intro}</p>}
          {/* oxlint-disable-next-line react/no-danger -- rendered by the server from Markdown, without markup of its own */}
          <div dangerouslySetInnerHTML={{ __html: data.html }} />
        </>
      ) : (
        <TextSkeleton lines={8} />
      )}
    </article>
  );
}
