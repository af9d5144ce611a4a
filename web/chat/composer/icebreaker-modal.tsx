import type { ProfileCard } from '#contract/profiles.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { useIcebreakers } from './use-icebreakers.ts';
import styles from './icebreaker-modal.module.css';

interface IcebreakerModalProps {
  open: boolean;
  onClose: () => void;
  profile: ProfileCard;
  price: number;
  onChoose: (line: string) => void;
}

export function IcebreakerModal({ open, onClose, profile, price, onChoose }: IcebreakerModalProps) {
  const { t } = useTranslation('chat');
  const { errorText } = useErrorText();
  const { data, error } = useIcebreakers(profile.id, open);
  return (
    <Modal open={open} onClose={onClose} title={t('icebreaker.title', { name: profile.name })} kind="sheet">
      <p className={styles['note']}>
        {price === 0 ? t('icebreaker.free') : t('icebreaker.price', { count: price })}
      </p>
      {error && <Alert tone="error">{errorText(error)}</Alert>}
      {!data && !error && <TextSkeleton lines={5} />}
      <ul className={styles['lines']}>
        {data?.icebreakers.map(({ id, text }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(text)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
