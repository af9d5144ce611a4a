import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import { type OfficeLine, LINE_LENGTH, ownLineId } from '#contract/chat/gifts.ts';
import { isLocale, type Locale, localeNames } from '#contract/lists/locales.ts';
import { type Interest, interests } from '#contract/profile-fields.ts';
import { choiceIn } from '#office/pieces/choice.ts';
import { Fold } from '#office/pieces/fold.tsx';
import { Editable, May } from '#office/pieces/may.tsx';
import { useSave } from '#office/pieces/use-save.ts';
import { isRefusal } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select, Textarea, TextInput } from '#web/ui/field.tsx';
import { Page } from '#web/ui/page.tsx';
import styles from './catalogue.module.css';

const linesQuery = (language: Locale) => callQuery('adminIcebreakers', { query: { language } });
const languageIn = (query: URLSearchParams, own: Locale): Locale => {
  const asked = query.get('language');
  return isLocale(asked) ? asked : own;
};

export const load: ScreenLoad = ({ ensure, requireUser, url, locale }) => {
  requireUser();
  return ensure(linesQuery(languageIn(url.searchParams, locale)));
};
export const handle = { i18n: ['office/chat', 'profile', 'errors'] };

export default function Icebreakers() {
  const { t, i18n } = useTranslation('office/chat');
  const { languages } = useSettings();
  const [query, setQuery] = useSearchParams();
  const [find, setFind] = useState('');
  const language = languageIn(query, i18n.language as Locale);
  const { data } = useQuery(linesQuery(language));
  const wordOf = useInterest();
  const lines = (data?.lines ?? []).filter(({ text, interest }) =>
    `${text} ${wordOf(interest)}`.toLowerCase().includes(find.toLowerCase().trim()),
  );
  return (
    <Page title={t('lines.title')} lead={t('lines.lead')}>
      <div className={styles['stack']}>
        <div className={styles['grid']}>
          <Select
            label={t('lines.language')}
            value={language}
            options={[...new Set([...languages, language])].map((value) => ({
              value,
              label: localeNames[value],
            }))}
            onChange={({ target }) => setQuery({ language: target.value })}
          />
          <TextInput
            type="search"
            label={t('lines.find')}
            value={find}
            onChange={({ target }) => setFind(target.value)}
          />
        </div>
        <May call="saveIcebreaker">
          <Fold summary={<b>{t('lines.new')}</b>}>
            <LineForm key={language} language={language} line={null} />
          </Fold>
        </May>
        {data && lines.length === 0 && <EmptyState title={t('lines.none')} text={t('lines.none_text')} />}
        {lines.map((line) => (
          <Fold
            key={`${language} ${line.id}`}
            summary={
              <>
                <span className={styles['about']}>{wordOf(line.interest)}</span>
                <b lang={language}>{line.text}</b>
                {line.standard === null ? (
                  <Tag tone="soft">{t('lines.own')}</Tag>
                ) : (
                  line.standard !== line.text && <Tag tone="gold">{t('lines.changed')}</Tag>
                )}
                {!line.active && <Tag tone="soft">{t('lines.retired')}</Tag>}
              </>
            }
          >
            <Editable by="saveIcebreaker">
              <LineForm language={language} line={line} />
            </Editable>
          </Fold>
        ))}
      </div>
    </Page>
  );
}

function useInterest(): (interest: Interest | null) => string {
  const { t } = useTranslation(['office/chat', 'profile']);
  return (interest) => (interest === null ? t('lines.anybody') : t(`profile:interests.${interest}`));
}

function LineForm({ language, line }: { language: Locale; line: OfficeLine | null }) {
  const { t } = useTranslation('office/chat');
  const { errorText } = useErrorText();
  const wordOf = useInterest();
  const [id, setId] = useState(() => line?.id ?? ownLineId());
  const { text: savedText = '', interest: savedInterest = null, standard = null, active = true } = line ?? {};
  const [text, setText] = useState(savedText);
  const [interest, setInterest] = useState<Interest | ''>(savedInterest ?? '');
  const save = useSave((api, body: CallBody<'saveIcebreaker'>) => api.call('saveIcebreaker', { body }), {
    done: t('saved'),
    refresh: ['adminIcebreakers'],
  });
  const body = { language, id, interest: interest || null, text, active };
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
  const textError = useTextError(save.error);
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {standard === null && (
        <Select
          label={t('lines.about')}
          value={interest}
          placeholder={t('lines.anybody')}
          options={interests.map((value) => ({ value, label: wordOf(value) }))}
          onChange={({ target }) => setInterest(choiceIn(interests, target.value) ?? '')}
        />
      )}
      <Textarea
        label={t('lines.text')}
        hint={t('lines.text_hint', { name: '{name}' })}
        error={textError}
        rows={2}
        lang={language}
        maxLength={LINE_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {standard && standard !== text && (
        <p className={styles['quiet']}>{t('lines.standard', { text: standard })}</p>
      )}
      {save.error && !textError && <Alert tone="error">{errorText(save.error)}</Alert>}
      <div className={styles['buttons']}>
        <Button type="submit" busy={save.isPending} disabled={text.trim() === ''}>
          {t(line ? 'save' : 'add')}
        </Button>
        {line && (
          <LineActs
            line={line}
            busy={save.isPending}
            onRetire={() => save.mutate({ ...body, text: line.text, active: !line.active })}
            onStandard={(words) => {
              setText(words);
              save.mutate({ ...body, text: words });
            }}
          />
        )}
      </div>
    </form>
  );
}

function useTextError(error: unknown): string | undefined {
  const { t } = useTranslation('office/chat');
  const { fieldTexts } = useErrorText();
  return isRefusal(error, 'invalid_fields') && error.fields['text'] === 'invalid'
    ? t('lines.text_wrong', { name: '{name}' })
    : fieldTexts(error)['text'];
}

interface LineActsProps {
  line: OfficeLine;
  busy: boolean;
  onRetire: () => void;
  onStandard: (words: string) => void;
}

function LineActs({ line, busy, onRetire, onStandard }: LineActsProps) {
  const { t } = useTranslation('office/chat');
  const { standard } = line;
  return (
    <>
      <Button look="secondary" busy={busy} onClick={onRetire}>
        {t(line.active ? 'lines.retire' : 'lines.offer')}
      </Button>
      {standard && standard !== line.text && (
        <Button look="quiet" busy={busy} onClick={() => onStandard(standard)}>
          {t('lines.use_standard')}
        </Button>
      )}
    </>
  );
}
