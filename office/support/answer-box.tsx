import { clsx } from 'clsx';
import type { FormEvent, KeyboardEvent } from 'react';
import { SUPPORT_TEXT } from '#contract/rules/support-rules.ts';
import { isRefusal } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { IconSend } from '#web/ui/icons.ts';
import { TemplateChoice } from './template-choice.tsx';
import type { Answer } from './use-answer.ts';
import type { Templates } from './use-templates.ts';
import styles from './support.module.css';

/**
 * The answer to a thread, or a note. If a colleague or the member wrote in the meantime, the server refuses the
 * answer, and the operator reads on before sending it.
 */
export function AnswerBox({ answer, templates }: { answer: Answer; templates: Templates }) {
  const { t } = useTranslation('office/support');
  const { errorText, fieldTexts } = useErrorText();
  const { field, text, setText, isNote, send, begin, choose, submit } = answer;
  const fields = fieldTexts(send.error);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') field.current?.blur();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit(event.shiftKey);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(false);
  };
  return (
    <form className={clsx(styles['box'], isNote && styles['noting'])} onSubmit={onSubmit}>
      {send.error && (
        <Alert tone="error">
          {fields['text'] ?? (isRefusal(send.error, 'conflict') ? t('conflict') : errorText(send.error))}
        </Alert>
      )}
      <Textarea
        ref={field}
        label={t(isNote ? 'note' : 'answer')}
        hint={t(isNote ? 'note_hint' : 'answer_hint')}
        rows={4}
        maxLength={SUPPORT_TEXT}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      {!isNote && <TemplateChoice templates={templates} onChoose={choose} />}
      <div className={styles['acts']}>
        <Button
          type="submit"
          size="s"
          busy={send.isPending}
          disabled={!text.trim()}
          icon={<IconSend size={18} />}
        >
          {t(isNote ? 'save_note' : 'send')}
        </Button>
        {!isNote && (
          <Button size="s" look="secondary" disabled={!text.trim()} onClick={() => submit(true)}>
            {t('send_close')}
          </Button>
        )}
        <Button size="s" look="secondary" onClick={() => begin(!isNote)}>
          {t(isNote ? 'write_answer' : 'write_note')}
        </Button>
      </div>
    </form>
  );
}
