import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate } from '#web/router/hooks.ts';
import { useMember } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { IconHeartFilled, IconUser } from '#web/ui/icons.ts';
import { ModalDialog } from '#web/ui/modal-dialog.tsx';
import { colourBeneath } from '#web/ui/pictures/picture-style.ts';
import { KindLabel } from '#web/ui/portrait/kind-label.tsx';
import { chatWords } from './chat-words.ts';
import type { News } from './news.ts';
import styles from './news-modal.module.css';

interface NewsModalProps {
  news: News;
  onClose: () => void;
}

export default function NewsOverScreen({ news, onClose }: NewsModalProps) {
  const navigate = useNavigate();
  return (
    <NewsModal
      news={news}
      onClose={onClose}
      onProfile={(id) => {
        onClose();
        void navigate(news.kind === 'match' ? `/members/${id}/chat` : `/members/${id}`);
      }}
    />
  );
}

/**
 * Modal of a match or new like. A click anywhere closes it. The photo and the button each emit the profile's
 * id (docs/product.md 2.4).
 */
export function NewsModal({
  news,
  onClose,
  onProfile,
}: NewsModalProps & { onProfile: (id: number) => void }) {
  const { t } = useTranslation('likes');
  const me = useMember().profile;
  const queries = useQueryClient();
  const { kind, profile } = news;
  const match = kind === 'match';
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // Focus the title instead of a button, so that a key press meant for the screen below does nothing.
    title.current?.focus();
  }, []);
  const emit = (event: MouseEvent) => {
    event.stopPropagation();
    onProfile(profile.id);
  };
  return (
    // A click anywhere closes it, and so does Escape.
    <ModalDialog
      className={styles['over']}
      aria-labelledby="news-title"
      onClick={onClose}
      onDismiss={onClose}
    >
      {match && <Hearts />}
      <div className={styles['inside']}>
        <h2 ref={title} id="news-title" tabIndex={-1}>
          <Stressed text={t(match ? 'match_modal.title' : 'new_like.title')} />
        </h2>
        <div className={match ? styles['pair'] : styles['single']}>
          {match && <Portrait profile={me} />}
          <button type="button" className={styles['photo']} aria-label={t('new_like.button')} onClick={emit}>
            <Portrait profile={profile} />
            <span className={styles['label']}>
              <KindLabel profile={profile} />
            </span>
          </button>
          {match && (
            <span className={styles['heart']}>
              <IconHeartFilled size={30} aria-hidden="true" />
            </span>
          )}
        </div>
        <p>{t(match ? 'match_modal.text' : 'new_like.text', { name: nameAndAge(profile) })}</p>
        <Button size="l" onClick={emit}>
          {match ? t(chatWords(queries, profile.id), { name: profile.name }) : t('new_like.button')}
        </Button>
        <small>{t('match_modal.anywhere')}</small>
      </div>
    </ModalDialog>
  );
}

function Portrait({ profile }: { profile: Pick<ProfileCard, 'main_image'> }) {
  return profile.main_image ? (
    <img
      className={styles['portrait']}
      src={profile.main_image.thumb_filename}
      style={colourBeneath(profile.main_image)}
      alt=""
      width={180}
      height={240}
    />
  ) : (
    <span className={styles['portrait']}>
      <IconUser size={56} stroke={1.2} aria-hidden="true" />
    </span>
  );
}

const Hearts = () => (
  <span className={styles['hearts']} aria-hidden="true">
    {Array.from({ length: 18 }, (_, heart) => (
      <IconHeartFilled
        key={heart}
        size={14 + ((heart * 7) % 22)}
        style={{ left: `${(heart * 37 + 5) % 100}%`, animationDelay: `${(heart * 131) % 900}ms` }}
      />
    ))}
  </span>
);
