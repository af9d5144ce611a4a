import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import {
  IconArrowLeft,
  IconArrowRight,
  IconCheck,
  IconCircleCheck,
  IconEyeOff,
  IconUsers,
  IconX,
} from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page.tsx';
import styles from './review-queue.module.css';

export function ReviewPage({
  title,
  waiting,
  link,
  children,
}: {
  title: string;
  waiting: string;
  /** Leads to the list of all that the queue is about. */
  link?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles['page']}>
      <PageHead title={title} />
      <header className={styles['head']}>
        <h1>{title}</h1>
        <span className={styles['waiting']} aria-live="polite">
          {waiting}
        </span>
        {link}
      </header>
      {children}
    </div>
  );
}

interface PictureReviewProps {
  src: string;
  alt: string;
  place: number;
  count: number;
  onGo: (place: number) => void;
  keys: string;
  children: ReactNode;
}

export function PictureReview({ src, alt, place, count, onGo, keys, children }: PictureReviewProps) {
  const { t } = useTranslation('office/moderation');
  return (
    <div className={styles['review']}>
      <figure className={styles['stage']}>
        <img key={src} src={src} alt={alt} />
        <IconButton
          className={styles['back']}
          look="float"
          label={t('review.previous')}
          disabled={place === 0}
          onClick={() => onGo(place - 1)}
        >
          <IconArrowLeft size={22} />
        </IconButton>
        <IconButton
          className={styles['on']}
          look="float"
          label={t('review.next')}
          disabled={place === count - 1}
          onClick={() => onGo(place + 1)}
        >
          <IconArrowRight size={22} />
        </IconButton>
      </figure>
      <aside className={styles['side']}>
        {children}
        <KeysHint text={keys} />
      </aside>
    </div>
  );
}

export const AboutPicture = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles['about']}>
    <h2>{title}</h2>
    {children}
  </div>
);

/** The empty queue. If items wait nevertheless, colleagues have them on their screens. */
export function NothingWaits({ waiting, title, text }: { waiting: number; title: string; text: string }) {
  const { t } = useTranslation('office/moderation');
  return waiting > 0 ? (
    <EmptyState
      icon={<IconUsers size={44} />}
      title={t('review.taken_title')}
      text={t('review.taken_text')}
    />
  ) : (
    <EmptyState icon={<IconCircleCheck size={44} />} title={title} text={text} />
  );
}

export function AlreadyDecided({ onNext }: { onNext: () => void }) {
  const { t } = useTranslation('office/moderation');
  return (
    <Alert
      action={
        <Button size="s" look="secondary" onClick={onNext}>
          {t('review.next')}
        </Button>
      }
    >
      {t('review.already_decided')}
    </Alert>
  );
}

interface Decisions {
  /** The words of a queue whose decision is not an approval. */
  approveText?: string;
  refuseText?: string;
  onApprove: () => void;
  onApproveBlurred?: (() => void) | undefined;
  onRefuse: () => void;
}

export function ApproveOrRefuse({
  approveText,
  refuseText,
  onApprove,
  onApproveBlurred,
  onRefuse,
}: Decisions) {
  const { t } = useTranslation('office/moderation');
  return (
    <div className={styles['buttons']}>
      <Button
        size="l"
        icon={<IconCheck size={22} aria-hidden="true" />}
        aria-keyshortcuts="a"
        onClick={onApprove}
      >
        {approveText ?? t('review.approve')} <kbd>A</kbd>
      </Button>
      {onApproveBlurred && (
        <Button
          size="l"
          look="secondary"
          icon={<IconEyeOff size={22} aria-hidden="true" />}
          aria-keyshortcuts="b"
          onClick={onApproveBlurred}
        >
          {t('review.approve_blurred')} <kbd>B</kbd>
        </Button>
      )}
      <Button
        size="l"
        look="danger"
        icon={<IconX size={22} aria-hidden="true" />}
        aria-keyshortcuts="r"
        onClick={onRefuse}
      >
        {refuseText ?? t('review.refuse')} <kbd>R</kbd>
      </Button>
    </div>
  );
}

export const KeysHint = ({ text }: { text: string }) => <p className={styles['keys']}>{text}</p>;
