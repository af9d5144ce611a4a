import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallReply } from '#contract/calls.ts';
import {
  accessibilityBodies,
  confirmedAccessibilityBodies,
  euCountries,
} from '#contract/lists/accessibility-bodies.ts';
import { localePath } from '#contract/lists/locales.ts';
import { isStandardPage, pagePlaceholders } from '#contract/lists/standard-pages.ts';
import { Editable, May } from '#office/pieces/may.tsx';
import { Unsaved } from '#office/pieces/unsaved.tsx';
import { type TextPlace, PlaceFields, placeIn, sitesQuery, type TextSite } from '#office/texts/place.tsx';
import { useSettled } from '#office/texts/use-settled.ts';
import { Versions } from '#office/texts/versions.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useParams, useSearchParams } from '#web/router/hooks.ts';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toasts.tsx';
import styles from '#office/texts/texts.module.css';

const pageQuery = (token: string, place: TextPlace) => callQuery('adminPage', { query: { token, ...place } });

export const load: ScreenLoad = async ({ ensure, params, requireUser, locale, url }) => {
  requireUser();
  const { sites } = await ensure(sitesQuery);
  return ensure(pageQuery(params['token'] ?? '', placeIn(url.searchParams, sites, locale)));
};
export const handle = { i18n: ['office/static-pages', 'office/texts', 'errors'] };

export default function PageEditor() {
  const { t } = useTranslation('office/static-pages');
  const token = useParams()['token'] ?? '';
  const [query] = useSearchParams();
  const sites = useQuery(sitesQuery).data?.sites ?? [];
  const place = placeIn(query, sites, useLocale());
  const { data } = useQuery(pageQuery(token, place));
  const site = sites.find(({ host }) => host === place.host);
  const title = isStandardPage(token) ? t(`names.${token}`) : t('own_page', { token });
  return (
    <Page title={title} lead={t('editor_lead')}>
      <PlaceFields sites={sites} place={place} />
      {data && site ? (
        <Editable by="adminWritePage">
          <Editor
            key={`${token} ${place.host} ${place.language} ${data.seen}`}
            page={data}
            place={place}
            site={site}
          />
        </Editable>
      ) : (
        <TextSkeleton lines={10} />
      )}
    </Page>
  );
}

function Editor({ page, place, site }: { page: CallReply<'adminPage'>; place: TextPlace; site: TextSite }) {
  const { token, own, inherited, seen } = page;
  const { t } = useTranslation(['office/static-pages', 'office/texts']);
  const { errorText } = useErrorText();
  const [body, setBody] = useState(own ?? inherited ?? '');
  const changed = body !== (own ?? inherited ?? '');
  const change = useChange(token, place, seen);
  const address =
    site.origin + localePath(place.language, isStandardPage(token) ? `/pages/${token}` : `/${token}`);
  return (
    <>
      <PageState page={page} address={address} />
      <Unsaved when={changed && !change.isPending} />
      <div className={styles['editor']}>
        <div className={styles['write']}>
          <Textarea
            label={t('text')}
            hint={t('text_hint')}
            value={body}
            onChange={(event) => setBody(event.target.value)}
            rows={26}
            maxLength={60_000}
            spellCheck
            className={styles['markdown']}
          />
          <PlaceholderList />
        </div>
        <May call="adminPagePreview">
          <Preview token={token} place={place} body={body} />
        </May>
      </div>
      {change.error && <Alert tone="error">{errorText(change.error)}</Alert>}
      <div className={styles['buttons']}>
        <Button
          busy={change.isPending}
          disabled={!changed || body.trim() === ''}
          onClick={() => change.mutate({ body })}
        >
          {t('office/texts:publish')}
        </Button>
        {own !== null && (
          <Button look="secondary" busy={change.isPending} onClick={() => change.mutate({ body: null })}>
            {t(inherited === null ? 'remove' : 'office/texts:use_standard')}
          </Button>
        )}
      </div>
      <Versions
        kind="page"
        name={token}
        place={place}
        busy={change.isPending}
        describe={({ body: text }) => (text ?? '').replace(/^#+ */, '').split('\n', 1).join('').slice(0, 120)}
        onPick={({ body: text }) => {
          setBody(text ?? '');
          window.scrollTo({ top: 0 });
        }}
        onUndo={(content) => change.mutate({ body: content?.['body'] ?? null, undo: true })}
      />
    </>
  );
}

/** Lists the authorities in the accessibility statement that nobody has confirmed yet. */
function AuthoritiesToCheck() {
  const { t } = useTranslation('office/static-pages');
  const formats = useFormats();
  const unconfirmed = euCountries.filter((code) => !confirmedAccessibilityBodies.includes(code));
  return (
    <Alert tone="warning" title={t('authorities.title')}>
      <p>{t('authorities.text')}</p>
      <ul>
        {unconfirmed.map((code) => (
          <li key={code}>{`${formats.country(code)}: ${accessibilityBodies[code]}`}</li>
        ))}
      </ul>
    </Alert>
  );
}

function PageState({ page, address }: { page: CallReply<'adminPage'>; address: string }) {
  const { token, own, inherited } = page;
  const { t } = useTranslation('office/static-pages');
  const formats = useFormats();
  return (
    <>
      {token === 'accessibility' && <AuthoritiesToCheck />}
      {token === 'terms' && (
        <p className={styles['quiet']}>{t('terms_version', { date: formats.date(page.terms_date) })}</p>
      )}
      <p className={styles['quiet']}>
        {t(own !== null ? 'is_own' : inherited !== null ? 'is_inherited' : 'is_new')}{' '}
        {(own ?? inherited) !== null && (
          <a href={address} target="_blank" rel="noreferrer">
            {t('open')}
          </a>
        )}
      </p>
    </>
  );
}

function PlaceholderList() {
  const { t } = useTranslation('office/static-pages');
  return (
    <details>
      <summary>{t('words')}</summary>
      <ul className={styles['words']}>
        {pagePlaceholders.map((word) => (
          <li key={word}>
            <code>{`{{${word}}}`}</code> {t(`word.${word}`)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function useChange(token: string, place: TextPlace, seen: number | null) {
  const { t } = useTranslation('office/texts');
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ body }: { body: string | null; undo?: true }) =>
      body === null
        ? api.call('adminDropPage', { body: { token, ...place, seen } })
        : api.call('adminWritePage', { body: { token, ...place, body, seen } }),
    async onSuccess(_, { undo }) {
      toast('success', t(undo ? 'undone' : 'published'));
      await Promise.all(
        ['adminPage', 'adminPages', 'adminTextVersions'].map((name) =>
          queries.invalidateQueries({ queryKey: [name] }),
        ),
      );
    },
  });
}

function Preview({ token, place, body }: { token: string; place: TextPlace; body: string }) {
  const { t } = useTranslation('office/texts');
  const api = useApi();
  const settled = useSettled(body);
  const { data } = useQuery({
    queryKey: ['adminPagePreview', token, place, settled],
    queryFn: () => api.call('adminPagePreview', { body: { token, ...place, body: settled } }),
    placeholderData: keepPreviousData,
  });
  return (
    // A long page scrolls within this element, so keyboard users must be able to focus it.
    <article className={styles['preview']} aria-label={t('preview')} lang={place.language} tabIndex={0}>
      {data ? (
        <>
          <h2 className={styles['title']}>{data.title}</h2>
          {data.intro && <p className={styles['intro']}>{data.intro}</p>}
          {/* oxlint-disable-next-line react/no-danger -- safe: the server rendered it from Markdown that allows no HTML */}
          <div dangerouslySetInnerHTML={{ __html: data.html }} />
        </>
      ) : (
        <TextSkeleton lines={8} />
      )}
    </article>
  );
}
