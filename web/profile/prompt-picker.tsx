import { prompts, type Prompt } from '#contract/rules/prompts.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Modal } from '#web/ui/modal.tsx';
import styles from './prompts-field.module.css';

interface PromptPickerProps {
  taken: readonly Prompt[];
  onChoose: (prompt: Prompt) => void;
  onClose: () => void;
}

export default function PromptPicker({ taken, onChoose, onClose }: PromptPickerProps) {
  const { t } = useTranslation(['my_profile', 'prompts']);
  return (
    <Modal open onClose={onClose} title={t('prompts.add')} kind="sheet">
      <ul className={styles['choices']}>
        {prompts
          .filter((prompt) => !taken.includes(prompt))
          .map((prompt) => (
            <li key={prompt}>
              <button type="button" onClick={() => onChoose(prompt)}>
                {t(`prompts:${prompt}`)}
              </button>
            </li>
          ))}
      </ul>
    </Modal>
  );
}
