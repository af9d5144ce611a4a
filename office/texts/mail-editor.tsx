import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallReply } from '#contract/calls.ts';
import { Editable, May } from '#office/pieces/may.tsx';
import { Unsaved } from '#office/pieces/unsaved.tsx';
import { isRefusal } from '#web/api.ts';
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
import { MailFrame } from './mail-frame.tsx';
import { type TextPlace, PlaceFields, placeIn, sitesQuery } from './place.tsx';
import { TestMail } from './test-mail.tsx';
import { Versions } from './versions.tsx';
import styles from './texts.module.css';

const mailQuery = (template: string, place: TextPlace) =>
  callQuery('adminMail', { query: { template, ...place } });

export const load: ScreenLoad = async ({ ensure, params, requireUser, locale, url }) => {
  requireUser();
  const { sites } = await ensure(sitesQuery);
  return ensure(mailQuery(params['template'] ?? '', placeIn(url.searchParams, sites, locale)));
};
export const handle = { i18n: ['office/texts', 'errors'] };

export default function MailEditor() {
  const { t } = useTranslation('office/texts');
  const template = useParams()['template'] ?? '';
  const [query] = useSearchParams();
  const sites = useQuery(sitesQuery).data?.sites ?? [];
  const place = placeIn(query, sites, useLocale());
  const { data } = useQuery(mailQuery(template, place));
  return (
    <Page title={t(`mails.names.${template.replaceAll('-', '_')}`)} lead={t('mails.editor_lead')}>
      <PlaceFields sites={sites} place={place} />
      {data ? (
        <Editable by="adminWriteMail">
          <Editor
            key={`${template} ${place.host} ${place.language} ${data.seen}`}
            mail={data}
            template={template}
            place={place}
          />
        </Editable>
      ) : (
        <TextSkeleton lines={10} />
      )}
    </Page>
  );
}

function Editor({
  mail: { fields, may_write: mayWrite, seen },
  template,
  place,
}: {
  mail: CallReply<'adminMail'>;
  template: string;
  place: TextPlace;
}) {
  const { t } = useTranslation('office/texts');
  const { errorText } = useErrorText();
  const saved = Object.fromEntries(fields.map(({ key, own }) => [key, own ?? '']));
  const blank = Object.fromEntries(fields.map(({ key }) => [key, '']));
  const [texts, setTexts] = useState<Record<string, string>>(saved);
  const change = useChange(template, place, seen);
  const wrong = isRefusal(change.error, 'invalid_fields') ? change.error.fields : {};
  const changed = fields.some(({ key }) => texts[key] !== saved[key]);
  const misplaced = fields.filter(({ key, standard }) => hasUnknownPlaceholder(texts[key] ?? '', standard));
  const draft = changed && misplaced.length === 0 ? { texts } : {};
  const failure = isRefusal(change.error, 'invalid_fields') ? null : change.error;
  return (
    <>
      <Unsaved when={changed && !change.isPending} />
      <div className={styles['editor']}>
        <div className={styles['form']}>
          {!mayWrite && <Alert>{t('mails.owners_only')}</Alert>}
          {fields.length === 0 && <p>{t('mails.no_words')}</p>}
          {fields.map(({ key, standard }) => (
            <MailTextField
              key={key}
              name={key}
              standard={standard}
              language={place.language}
              disabled={!mayWrite}
              wrong={key in wrong || misplaced.some((field) => field.key === key)}
              value={texts[key] ?? ''}
              onChange={(text) => setTexts((before) => ({ ...before, [key]: text }))}
            />
          ))}
          {failure && <Alert tone="error">{errorText(failure)}</Alert>}
          <div className={styles['buttons']}>
            {mayWrite && fields.length > 0 && (
              <Button
                busy={change.isPending}
                disabled={!changed || misplaced.length > 0}
                onClick={() => change.mutate(texts)}
              >
                {t('save')}
              </Button>
            )}
            {mayWrite && fields.some(({ own }) => own !== null) && (
              <Button look="secondary" busy={change.isPending} onClick={() => change.mutate({})}>
                {t('use_standard')}
              </Button>
            )}
            <TestMail {...{ template, place }} {...draft} disabled={misplaced.length > 0} />
          </div>
        </div>
        <May call="adminMailPreview">
          <MailFrame template={template} {...place} {...draft} />
        </May>
      </div>
      {fields.length > 0 && (
        <Versions
          kind="mail"
          name={template}
          place={place}
          busy={change.isPending}
          mayWrite={mayWrite}
          describe={(content) => Object.values(content).join(' · ').slice(0, 160)}
          onPick={(content) => setTexts({ ...blank, ...(content as Record<string, string>) })}
          onUndo={(content) => change.mutate((content ?? {}) as Record<string, string>)}
        />
      )}
    </>
  );
}

const hasUnknownPlaceholder = (text: string, standard: string) =>
  (text.match(/\{[^}]*\}/g) ?? []).some((word) => word !== '{count}' && !standard.includes(word));

interface MailTextFieldProps {
  name: string;
  standard: string;
  language: TextPlace['language'];
  disabled: boolean;
  wrong: boolean;
  value: string;
  onChange: (text: string) => void;
}

function MailTextField({ name, standard, language, disabled, wrong, value, onChange }: MailTextFieldProps) {
  const { t } = useTranslation('office/texts');
  const [part, form] = name.split('_');
  const label = t(`mails.parts.${part}`);
  const placeholders = [...new Set(standard.match(/\{\w+\}/g) ?? [])].join(' ');
  return (
    <Textarea
      label={form ? `${label}, ${t(`mails.forms.${form}`)}` : label}
      hint={
        <>
          <span lang={language}>{t('mails.standard_is', { text: standard })}</span>
          {placeholders && (
            <span className={styles['may']}>{t('mails.may_name', { words: placeholders })}</span>
          )}
        </>
      }
      error={wrong ? t('mails.unknown_word', { words: placeholders || '–' }) : undefined}
      value={value}
      placeholder={standard}
      rows={name.startsWith('text') ? 4 : 1}
      maxLength={2000}
      lang={language}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function useChange(template: string, place: TextPlace, seen: number | null) {
  const { t } = useTranslation('office/texts');
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (texts: Record<string, string>) =>
      api.call('adminWriteMail', { body: { template, ...place, texts, seen } }),
    async onSuccess() {
      toast('success', t('saved'));
      await Promise.all(
        ['adminMail', 'adminMails', 'adminTextVersions', 'adminMailPreview'].map((name) =>
          queries.invalidateQueries({ queryKey: [name] }),
        ),
      );
    },
  });
}
