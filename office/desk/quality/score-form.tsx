import { type FormEvent, useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import type { DeskReview } from '#contract/desk/quality.ts';
import { useSave } from '#office/pieces/use-save.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { TextInput } from '#web/ui/field.tsx';
import styles from './quality.module.css';

const scores = [1, 2, 3, 4, 5];

export function ScoreForm({ review: { conversation, message, ...review } }: { review: DeskReview }) {
  const { t } = useTranslation('office/desk');
  const { errorText } = useErrorText();
  const [score, setScore] = useState(review.score);
  const [comment, setComment] = useState(review.comment);
  const save = useSave((api, body: CallBody<'scoreDeskAnswer'>) => api.call('scoreDeskAnswer', { body }), {
    done: t('saved'),
    refresh: ['deskReviews'],
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (score !== null) save.mutate({ conversation, message, score, comment });
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      {save.error && <Alert tone="error">{errorText(save.error)}</Alert>}
      <div role="group" aria-label={t('quality.score')} className={styles['scores']}>
        {scores.map((each) => (
          <Chip
            key={each}
            aria-keyshortcuts={String(each)}
            chosen={score === each}
            onClick={() => setScore(each)}
          >
            {each}
          </Chip>
        ))}
        {review.reviewed_by && <small>{t('quality.by', { name: review.reviewed_by })}</small>}
      </div>
      <TextInput
        label={t('quality.comment')}
        maxLength={1000}
        value={comment}
        onChange={({ target }) => setComment(target.value)}
      />
      <div>
        <Button type="submit" size="s" busy={save.isPending} disabled={score === null}>
          {t('quality.save')}
        </Button>
      </div>
    </form>
  );
}
