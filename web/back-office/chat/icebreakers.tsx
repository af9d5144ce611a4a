import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from 'react-router';
import type { CallBody } from '#contract/calls.ts';
import { type DeskLine, LINE_LENGTH, ownLineId } from '#contract/calls/chat-desk-calls.ts';
import { type Interest, interests } from '#contract/enums.ts';
import { isLocale, type Locale, localeNames } from '#contract/lists/locales.ts';
import { isRefusal } from '#web/api.ts';
import { callQuery } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select, Textarea, TextInput } from '#web/ui/field.tsx';
import { Page } from '#web/ui/page.tsx';
import { useSave } from '#web/back-office/use-save.ts';
import styles from './chat-desk.module.css';

const linesQuery = (language: Locale) => callQuery('adminIcebreakers', { query: { language } });
const languageIn = (query: URLSearchParams, own: Locale): Locale => {
  const asked = query.get('language');
  return isLocale(asked) ? asked : own;
};

const load: ScreenLoad = ({ ensure, requireUser, url, locale }) => {
  requireUser();
  return ensure(linesQuery(languageIn(url.searchParams, locale)));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['back_office_chat', 'profile', 'errors'] };

/** /admin/icebreakers: the opening lines of a language, to be changed, retired and added to. */
export default function Icebreakers() {
  const { t, i18n } = useTranslation('back_office_chat');
  const { languages } = useSettings();
  const [query, setQuery] = useSearchParams();
  const [find, setFind] = useState('');
  const language = languageIn(query, i18n.language as Locale);
  const { data } = useQuery(linesQuery(language));
  const wordOf = useInterest();
  const lines = (data?.lines ?? []).filter(({ text, interest }) => `${text} ${wordOf(interest)}`.toLowerCase().includes(find.toLowerCase().trim()));
  return (
    <Page title={t('lines.title')} lead={t('lines.lead')}>
      <div className={styles['stack']}>
        <div className={styles['grid']}>
          <Select
            label={t('lines.language')}
            value={language}
            options={[...new Set([...languages, language])].map((value) => ({ value, label: localeNames[value] }))}
            onChange={({ target }) => setQuery({ language: target.value })}
          />
          <TextInput type="search" label={t('lines.find')} value={find} onChange={({ target }) => setFind(target.value)} />
        </div>
        <details className={styles['fold']}>
          <summary>
            <b>{t('lines.new')}</b>
          </summary>
          <LineForm key={language} language={language} line={null} />
        </details>
        {data && lines.length === 0 && <EmptyState title={t('lines.none')} text={t('lines.none_text')} />}
        {lines.map((line) => (
          <details key={`${language} ${line.id}`} className={styles['fold']}>
            <summary>
              <span className={styles['about']}>{wordOf(line.interest)}</span>
              <b lang={language}>{line.text}</b>
              {line.standard === null ? <Tag tone="soft">{t('lines.own')}</Tag> : line.standard !== line.text && <Tag tone="gold">{t('lines.changed')}</Tag>}
              {!line.active && <Tag tone="soft">{t('lines.retired')}</Tag>}
            </summary>
            <LineForm language={language} line={line} />
          </details>
        ))}
      </div>
    </Page>
  );
}

function useInterest(): (interest: Interest | null) => string {
  const { t } = useTranslation(['back_office_chat', 'profile']);
  return (interest) => (interest === null ? t('lines.anybody') : t(`profile:interests.${interest}`));
}

function LineForm({ language, line }: { language: Locale; line: DeskLine | null }) {
  const { t } = useTranslation('back_office_chat');
  const { errorText, fieldTexts } = useErrorText();
  const wordOf = useInterest();
  const [id, setId] = useState(() => line?.id ?? ownLineId());
  const [text, setText] = useState(line?.text ?? '');
  const [interest, setInterest] = useState<Interest | ''>(line?.interest ?? '');
  const save = useSave((api, body: CallBody<'saveIcebreaker'>) => api.call('saveIcebreaker', { body }), { done: t('saved'), refresh: ['adminIcebreakers'] });
  const own = line === null || line.standard === null;
  const body = { language, id, interest: interest || null, text, active: line?.active ?? true };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(body, {
      onSuccess() {
        if (line) return;
        setText('');
        setId(ownLineId());
      },
    });
  };
  const errors = fieldTexts(save.error);
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {own && (
        <Select
          label={t('lines.about')}
          value={interest}
          placeholder={t('lines.anybody')}
          options={interests.map((value) => ({ value, label: wordOf(value) }))}
          onChange={({ target }) => setInterest(target.value as Interest | '')}
        />
      )}
      <Textarea
        label={t('lines.text')}
        hint={t('lines.text_hint', { name: '{name}' })}
        error={isRefusal(save.error, 'invalid_fields') && save.error.fields['text'] === 'invalid' ? t('lines.text_wrong', { name: '{name}' }) : errors['text']}
        rows={2}
        lang={language}
        maxLength={LINE_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {line?.standard && line.standard !== text && <p className={styles['quiet']}>{t('lines.standard', { text: line.standard })}</p>}
      {save.error && !errors['text'] && <Alert tone="error">{errorText(save.error)}</Alert>}
      <div className={styles['buttons']}>
        <Button type="submit" busy={save.isPending} disabled={text.trim() === ''}>
          {t(line ? 'save' : 'add')}
        </Button>
        {line && (
          <Button look="secondary" busy={save.isPending} onClick={() => save.mutate({ ...body, text: line.text, active: !line.active })}>
            {t(line.active ? 'lines.retire' : 'lines.offer')}
          </Button>
        )}
        {line?.standard && line.standard !== line.text && (
          <Button
            look="quiet"
            busy={save.isPending}
            onClick={() => {
              setText(line.standard!);
              save.mutate({ ...body, text: line.standard! });
            }}
          >
            {t('lines.use_standard')}
          </Button>
        )}
      </div>
    </form>
  );
}
