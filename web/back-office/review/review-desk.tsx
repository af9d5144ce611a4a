import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { IconArrowLeft, IconArrowRight, IconCheck, IconX } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page.tsx';
import styles from './review-desk.module.css';

/** The frame of a queue that operators work through: its name, how many wait, and the way to the other queues. */
export function ReviewPage({ title, waiting, children }: { title: string; waiting: string; children: ReactNode }) {
  return (
    <div className={styles['page']}>
      <PageHead title={title} />
      <header className={styles['head']}>
        <h1>{title}</h1>
        <span className={styles['waiting']} aria-live="polite">
          {waiting}
        </span>
      </header>
      {children}
    </div>
  );
}

interface PictureDeskProps {
  src: string;
  alt: string;
  /** Which of the loaded pictures this is, from 0. */
  place: number;
  count: number;
  onGo: (place: number) => void;
  /** Which keys do what. */
  keys: string;
  /** What stands beside the picture. */
  children: ReactNode;
}

/** A picture that waits for a decision, with arrows to the ones before and after. */
export function PictureDesk({ src, alt, place, count, onGo, keys, children }: PictureDeskProps) {
  const { t } = useTranslation('back_office_photos');
  return (
    <div className={styles['desk']}>
      <figure className={styles['stage']}>
        <img key={src} src={src} alt={alt} />
        <IconButton className={styles['back']} look="float" label={t('inspect.previous')} disabled={place === 0} onClick={() => onGo(place - 1)}>
          <IconArrowLeft size={22} />
        </IconButton>
        <IconButton className={styles['on']} look="float" label={t('inspect.next')} disabled={place === count - 1} onClick={() => onGo(place + 1)}>
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

/** Who or what the picture is about: a heading and lines under it. */
export const AboutPicture = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles['about']}>
    <h2>{title}</h2>
    {children}
  </div>
);

/** The two decisions, by the keys A and R. */
export function ApproveOrRefuse({ onApprove, onRefuse }: { onApprove: () => void; onRefuse: () => void }) {
  const { t } = useTranslation('back_office_photos');
  return (
    <div className={styles['buttons']}>
      <Button size="l" icon={<IconCheck size={22} aria-hidden="true" />} aria-keyshortcuts="a" onClick={onApprove}>
        {t('inspect.approve')} <kbd>A</kbd>
      </Button>
      <Button size="l" look="danger" icon={<IconX size={22} aria-hidden="true" />} aria-keyshortcuts="r" onClick={onRefuse}>
        {t('inspect.refuse')} <kbd>R</kbd>
      </Button>
    </div>
  );
}

/** Which keys do what; nothing where there is no keyboard. */
export const KeysHint = ({ text }: { text: string }) => <p className={styles['keys']}>{text}</p>;
