import { useState } from 'react';
import { ANSWER_LENGTH, MOST_PROMPTS } from '#contract/rules/prompts.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { IconChevronUp, IconX } from '#web/ui/icons.ts';
import { lazyDialog } from '#web/ui/on-demand/lazy-dialog.tsx';
import type { ProfileForm } from './profile-form.ts';
import styles from './prompts-field.module.css';

const PromptPicker = lazyDialog(() => import('./prompt-picker.tsx'));

interface PromptsFieldProps extends Pick<ProfileForm, 'draft' | 'change'> {
  errorOf: (field: string) => string | undefined;
}

export function PromptsField({ draft: { prompts }, change, errorOf }: PromptsFieldProps) {
  const { t } = useTranslation(['my_profile', 'prompts']);
  const [choosing, setChoosing] = useState(false);
  const moveUp = (index: number) =>
    change({
      prompts: prompts.map(
        (one, at) => prompts[at === index - 1 ? index : at === index ? index - 1 : at] ?? one,
      ),
    });
  return (
    <>
      <ol className={styles['list']}>
        {prompts.map(({ prompt, answer }, index) => {
          const question = t(`prompts:${prompt}`);
          return (
            <li key={prompt} className={styles['answer']}>
              <Textarea
                label={question}
                rows={3}
                maxLength={ANSWER_LENGTH}
                value={answer}
                error={errorOf(`prompts.${prompt}`)}
                hint={`${[...answer].length} / ${ANSWER_LENGTH}`}
                onChange={(event) =>
                  change({
                    prompts: prompts.map((one) =>
                      one.prompt === prompt ? { prompt, answer: event.target.value } : one,
                    ),
                  })
                }
              />
              <div className={styles['acts']}>
                {index > 0 && (
                  <IconButton label={t('prompts.up', { prompt: question })} onClick={() => moveUp(index)}>
                    <IconChevronUp size={20} aria-hidden="true" />
                  </IconButton>
                )}
                <IconButton
                  label={t('prompts.remove', { prompt: question })}
                  onClick={() => change({ prompts: prompts.filter((one) => one.prompt !== prompt) })}
                >
                  <IconX size={20} aria-hidden="true" />
                </IconButton>
              </div>
            </li>
          );
        })}
      </ol>
      {prompts.length < MOST_PROMPTS && (
        <Button look="secondary" className={styles['add']} onClick={() => setChoosing(true)}>
          {t('prompts.add')}
        </Button>
      )}
      {choosing && (
        <PromptPicker
          taken={prompts.map(({ prompt }) => prompt)}
          onChoose={(prompt) => {
            change({ prompts: [...prompts, { prompt, answer: '' }] });
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
