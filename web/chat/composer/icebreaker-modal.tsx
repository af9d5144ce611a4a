import { useQuery } from '@tanstack/react-query';
import type { Locale } from '#contract/lists/locales.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { icebreakersQuery } from '#web/chat/chat-query.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import styles from './icebreaker-modal.module.css';

export function useIcebreakers(profile: number, enabled = true) {
  const { i18n } = useTranslation();
  const language = i18n.language as Locale;
  return useQuery({ ...icebreakersQuery(profile, language), enabled });
}

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
