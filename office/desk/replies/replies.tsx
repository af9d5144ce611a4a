import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import type { DeskReply } from '#contract/desk/replies.ts';
import { type Locale, localeNames } from '#contract/lists/locales.ts';
import { REPLY_SHORTCUT, REPLY_TEXT, replyPlaceholders } from '#contract/rules/desk-rules.ts';
import { Fold } from '#office/pieces/fold.tsx';
import { Editable, May } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { TemplateFields } from '#office/pieces/template-fields.tsx';
import { useSave } from '#office/pieces/use-save.ts';
import { ApiError } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextInput } from '#web/ui/field.tsx';
import { Page } from '#web/ui/page.tsx';
import styles from './replies.module.css';

const query = callQuery('deskReplies', { query: {} });

export const load = officeLoad(query);
export const handle = { i18n: ['office/desk', 'errors'] };

const saveCalls = { own: 'saveDeskReply', shared: 'saveSharedDeskReply' } as const;
type Kind = keyof typeof saveCalls;

export default function DeskReplies() {
  const { t } = useTranslation('office/desk');
  const replies = useQuery(query).data?.replies ?? [];
  return (
    <Page title={t('replies.title')} lead={t('replies.lead')}>
      <div className={styles['stack']}>
        {(['own', 'shared'] as const).map((kind) => (
          <May key={kind} call={saveCalls[kind]}>
            <Fold summary={t(`replies.new_${kind}`)} isNew>
              <ReplyForm reply={null} kind={kind} />
            </Fold>
          </May>
        ))}
        {replies.length === 0 && <EmptyState title={t('replies.none')} text={t('replies.none_text')} />}
        {replies.map((reply) => (
          <Fold
            key={reply.id}
            summary={
              <>
                <b>/{reply.shortcut}</b> <Tag>{localeNames[reply.language]}</Tag>{' '}
                {reply.shared && <Tag tone="gold">{t('replies.shared')}</Tag>}{' '}
                {!reply.active && <Tag>{t('replies.retired')}</Tag>}
              </>
            }
          >
            <Editable by={saveCalls[reply.shared ? 'shared' : 'own']}>
              <ReplyForm reply={reply} kind={reply.shared ? 'shared' : 'own'} />
            </Editable>
          </Fold>
        ))}
      </div>
    </Page>
  );
}

const emptyDraft = (language: Locale) => ({ language, shortcut: '', text: '', active: true });

function ReplyForm({ reply, kind }: { reply: DeskReply | null; kind: Kind }) {
  const { t } = useTranslation('office/desk');
  const { domain_language } = useSettings();
  const { errorText } = useErrorText();
  const [id, setId] = useState(() => reply?.id ?? crypto.randomUUID());
  const [draft, setDraft] = useState(() => reply ?? emptyDraft(domain_language));
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const save = useSave((api, body: CallBody<'saveDeskReply'>) => api.call(saveCalls[kind], { body }), {
    done: t('saved'),
    refresh: ['deskReplies'],
  });
  const faults = useReplyFaults(save.error);
  const { language, shortcut, text, active } = draft;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { id, language, shortcut, text, active },
      {
        onSuccess() {
          if (reply) return;
          setDraft(emptyDraft(language));
          setId(crypto.randomUUID());
        },
      },
    );
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {save.error && Object.keys(faults).length === 0 && <Alert tone="error">{errorText(save.error)}</Alert>}
      <TemplateFields
        value={{ language, text, active }}
        onChange={change}
        texts={{
          language: t('replies.language'),
          text: t('replies.text'),
          hint: t('replies.text_hint', {
            placeholders: replyPlaceholders.map((name) => `{{${name}}}`).join(', '),
          }),
          active: t('replies.active'),
        }}
        error={faults['text']}
        maxLength={REPLY_TEXT}
      >
        <TextInput
          label={t('replies.shortcut')}
          hint={t('replies.shortcut_hint')}
          error={faults['shortcut']}
          maxLength={REPLY_SHORTCUT}
          value={shortcut}
          onChange={({ target }) => change({ shortcut: target.value })}
        />
      </TemplateFields>
      <div>
        <Button type="submit" size="s" busy={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

/** Texts of the faults by field. They name the placeholder that is unknown and the shortcut that exists already. */
function useReplyFaults(error: unknown): Record<string, string | undefined> {
  const { t } = useTranslation('office/desk');
  const { fieldTexts } = useErrorText();
  if (!(error instanceof ApiError)) return {};
  const { placeholder, taken } = error.params;
  return {
    ...fieldTexts(error),
    ...(placeholder !== undefined && { text: t('replies.unknown', { placeholder: `{{${placeholder}}}` }) }),
    ...(taken !== undefined && { shortcut: t('replies.taken', { shortcut: `/${taken}` }) }),
  };
}
