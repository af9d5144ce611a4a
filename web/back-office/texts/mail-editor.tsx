import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useParams, useSearchParams } from 'react-router';
import type { CallReply } from '#contract/calls.ts';
import { isRefusal } from '#web/api.ts';
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
import { MailFrame } from './mail-frame.tsx';
import { type Place, PlaceFields, placeIn, sitesQuery } from './place.tsx';
import { TestMail } from './test-mail.tsx';
import { Versions } from './versions.tsx';
import styles from './texts.module.css';

const mailQuery = (template: string, place: Place) => callQuery('adminMail', { query: { template, ...place } });

const load: ScreenLoad = async ({ ensure, params, requireUser, locale, url }) => {
  requireUser();
  const { sites } = await ensure(sitesQuery);
  return ensure(mailQuery(params['template']!, placeIn(url.searchParams, sites, locale)));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office', 'back_office_texts', 'errors'] };

/** /admin/mails/:template: the words of a mail, beside the mail. */
export default function MailEditor() {
  const { t } = useTranslation('back_office_texts');
  const template = useParams()['template']!;
  const [query] = useSearchParams();
  const sites = useQuery(sitesQuery).data?.sites ?? [];
  const place = placeIn(query, sites, useLocale());
  const { data } = useQuery(mailQuery(template, place));
  return (
    <Page title={t(`mails.names.${template.replaceAll('-', '_')}`)} lead={t('mails.editor_lead')}>
      <PlaceFields sites={sites} place={place} />
      {data ? (
        <Editor key={`${template} ${place.host} ${place.language} ${data.seen}`} mail={data} template={template} place={place} />
      ) : (
        <TextSkeleton lines={10} />
      )}
    </Page>
  );
}

function Editor({ mail: { fields, seen }, template, place }: { mail: CallReply<'adminMail'>; template: string; place: Place }) {
  const { t } = useTranslation('back_office_texts');
  const { errorText } = useErrorText();
  const saved = Object.fromEntries(fields.map(({ key, own }) => [key, own ?? '']));
  const [texts, setTexts] = useState<Record<string, string>>(saved);
  const change = useChange(template, place, seen);
  const wrong = isRefusal(change.error, 'invalid_fields') ? change.error.fields : {};
  const labelOf = (key: string) => {
    const [part, form] = key.split('_');
    return form ? `${t(`mails.parts.${part}`)}, ${t(`mails.forms.${form}`)}` : t(`mails.parts.${part}`);
  };
  const known = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].join(' ');
  const changed = fields.some(({ key }) => texts[key] !== saved[key]);
  const misplaced = fields.filter(({ key, standard }) =>
    (texts[key]?.match(/\{[^}]*\}/g) ?? []).some((word) => word !== '{count}' && !standard.includes(word)),
  );
  return (
    <>
      <Unsaved when={changed && !change.isPending} />
      <div className={styles['editor']}>
        <div className={styles['form']}>
          {fields.length === 0 && <p>{t('mails.no_words')}</p>}
          {fields.map(({ key, standard }) => (
            <Textarea
              key={key}
              label={labelOf(key)}
              hint={
                <>
                  <span lang={place.language}>{t('mails.standard_is', { text: standard })}</span>
                  {known(standard) && <span className={styles['may']}>{t('mails.may_name', { words: known(standard) })}</span>}
                </>
              }
              error={wrong[key] || misplaced.some((field) => field.key === key) ? t('mails.unknown_word', { words: known(standard) || '–' }) : undefined}
              value={texts[key] ?? ''}
              placeholder={standard}
              rows={key.startsWith('text') ? 4 : 1}
              maxLength={2000}
              lang={place.language}
              onChange={(event) => setTexts((before) => ({ ...before, [key]: event.target.value }))}
            />
          ))}
          {change.error && !isRefusal(change.error, 'invalid_fields') && <Alert tone="error">{errorText(change.error)}</Alert>}
          <div className={styles['buttons']}>
            {fields.length > 0 && (
              <Button busy={change.isPending} disabled={!changed || misplaced.length > 0} onClick={() => change.mutate(texts)}>
                {t('save')}
              </Button>
            )}
            {fields.some(({ own }) => own !== null) && (
              <Button look="secondary" busy={change.isPending} onClick={() => change.mutate({})}>
                {t('use_standard')}
              </Button>
            )}
            <TestMail template={template} place={place} disabled={changed} />
          </div>
        </div>
        <MailFrame template={template} {...place} {...(misplaced.length === 0 && changed ? { texts } : {})} />
      </div>
      {fields.length > 0 && (
        <Versions
          kind="mail"
          name={template}
          place={place}
          busy={change.isPending}
          describe={(content) => Object.values(content).join(' · ').slice(0, 160)}
          onPick={(content) => setTexts({ ...Object.fromEntries(fields.map(({ key }) => [key, ''])), ...(content as Record<string, string>) })}
          onUndo={(content) => change.mutate((content ?? {}) as Record<string, string>)}
        />
      )}
    </>
  );
}

function useChange(template: string, place: Place, seen: number | null) {
  const { t } = useTranslation('back_office_texts');
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (texts: Record<string, string>) => api.call('adminWriteMail', { body: { template, ...place, texts, seen } }),
    async onSuccess() {
      toast('success', t('saved'));
      await Promise.all(['adminMail', 'adminMails', 'adminTextVersions', 'adminMailPreview'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    },
  });
}
