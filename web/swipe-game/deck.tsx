import { clsx } from 'clsx';
import { type DragEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { agesOf } from '#contract/membership/name-and-age.ts';
import type { Photo } from '#contract/photos/photo.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { photoOfWidth } from '#web/photos/sources.ts';
import { Link } from '#web/router/link.tsx';
import { IconHeartFilled, IconX } from '#web/ui/icons.ts';
import { PortraitCard } from '#web/ui/portrait/portrait-card.tsx';
import styles from './deck.module.css';

/** A drag beyond this distance (px) or speed (px/ms) counts as a choice. Otherwise the card falls back. */
const FAR = 110;
const TAP = 6;
const FAST = 0.6;
const FLIGHT_MS = 220;

const SIZES = '(min-width: 576px) 400px, 90vw';

interface DeckProps {
  profile: ProfileCard;
  photos: Photo[];
  upcoming: ProfileCard | null;
  away: boolean;
  onChoose: (like: boolean) => void;
}

export function Deck({ profile, photos, upcoming, away, onChoose }: DeckProps) {
  const { t } = useTranslation('swipe');
  const [flight, setFlight] = useState<'like' | 'pass' | null>(null);
  const { count, at, image, turn } = usePhotos(photos);
  const fly = (like: boolean) => {
    if (flight || away) return;
    setFlight(like ? 'like' : 'pass');
    setTimeout(() => onChoose(like), FLIGHT_MS);
  };
  useArrowKeys(fly, count > 1 ? turn : null);
  const { drag, handlers } = useDrag({ enabled: !flight, onThrow: fly, onTap: turn });
  const leaning = Math.max(-1, Math.min(1, drag / FAR));
  const card = image ? { ...profile, main_image: image } : profile;
  return (
    <div className={styles['deck']}>
      <div className={styles['stack']}>
        {upcoming ? (
          <div key={upcoming.id} className={styles['under']} aria-hidden="true" inert>
            <PortraitCard profile={upcoming} eager sizes={SIZES} />
          </div>
        ) : (
          <span className={styles['under']} aria-hidden="true" />
        )}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the card follows the finger; the buttons and arrow keys do the same */}
        <div
          className={clsx(
            styles['card'],
            flight && styles[flight],
            away && !flight && styles['gone'],
            drag !== 0 && !flight && styles['held'],
          )}
          style={flight ? undefined : { transform: `translateX(${drag}px) rotate(${leaning * 9}deg)` }}
          aria-label={t('card', { name: profile.name, age: agesOf(profile) ?? '' })}
          role="group"
          {...handlers}
        >
          <PortraitCard profile={card} eager sizes={SIZES} className={styles['portrait']} />
          {count > 1 && (
            <span className={styles['photos']} aria-hidden="true">
              {Array.from({ length: count }, (_, place) => (
                <i key={place} data-here={place === at || undefined} />
              ))}
            </span>
          )}
          <Stamp kind="yes" opacity={flight === 'like' ? 1 : leaning} />
          <Stamp kind="no" opacity={flight === 'pass' ? 1 : -leaning} />
        </div>
      </div>
      <Choices profile={profile.id} onChoose={fly} />
      <p className={styles['keys']}>{t('keys')}</p>
    </div>
  );
}

function Stamp({ kind, opacity }: { kind: 'yes' | 'no'; opacity: number }) {
  const { t } = useTranslation('swipe');
  return (
    <span
      className={clsx(styles['stamp'], styles[kind])}
      style={{ opacity: Math.max(0, opacity) }}
      aria-hidden="true"
    >
      {t(kind)}
    </span>
  );
}

function Choices({ profile, onChoose }: { profile: number; onChoose: (like: boolean) => void }) {
  const { t } = useTranslation('swipe');
  return (
    <div className={styles['choices']}>
      <button type="button" aria-label={t('pass')} title={t('pass')} onClick={() => onChoose(false)}>
        <IconX size={30} />
      </button>
      <Link to={`/members/${profile}`} className={styles['view']}>
        {t('view')}
      </Link>
      <button
        type="button"
        className={styles['like-button']}
        aria-label={t('like')}
        title={t('like')}
        onClick={() => onChoose(true)}
      >
        <IconHeartFilled size={30} />
      </button>
    </div>
  );
}

function usePhotos(photos: Photo[]) {
  const [at, setAt] = useState(0);
  const open = photos.flatMap(({ filename, status, colour }) =>
    filename !== null && status === 'active'
      ? [{ filename, thumb_filename: photoOfWidth(filename, 480), status, colour }]
      : [],
  );
  return {
    count: open.length,
    at,
    image: open[at],
    turn: (by: number) => setAt(Math.max(0, Math.min(open.length - 1, at + by))),
  };
}

/** Left and right choose, up and down turn the photos, unless a dialog is open or a field has focus. */
function useArrowKeys(choose: (like: boolean) => void, turn: ((by: number) => void) | null) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    const isBusy =
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      document.querySelector('dialog[open]') ||
      (target instanceof Element && target.matches('input, select, textarea'));
    if (isBusy) return;
    const isPhotoKey = key === 'ArrowUp' || key === 'ArrowDown';
    if (isPhotoKey && turn) turn(key === 'ArrowUp' ? 1 : -1);
    else if (key === 'ArrowRight' || key === 'ArrowLeft') choose(key === 'ArrowRight');
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

interface DragOptions {
  enabled: boolean;
  onThrow: (toRight: boolean) => void;
  onTap: (by: number) => void;
}

/** Drags the card: a long or fast drag throws it, a tap on a side turns the photo. */
function useDrag({ enabled, onThrow, onTap }: DragOptions) {
  const [drag, setDrag] = useState(0);
  const start = useRef({ x: 0, at: 0, active: false });
  const onPointerEnd = (event: PointerEvent<HTMLElement>) => {
    if (!start.current.active) return;
    start.current.active = false;
    const by = event.clientX - start.current.x;
    const speed = Math.abs(by) / Math.max(1, event.timeStamp - start.current.at);
    const isThrown = Math.abs(by) > FAR || (Math.abs(by) > 40 && speed > FAST);
    if (event.type === 'pointerup' && isThrown) return onThrow(by > 0);
    setDrag(0);
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (event.type === 'pointerup' && Math.abs(by) < TAP) onTap(event.clientX - left > width / 2 ? 1 : -1);
  };
  return {
    drag,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || !enabled) return;
        start.current = { x: event.clientX, at: event.timeStamp, active: true };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event: PointerEvent) {
        if (start.current.active) setDrag(event.clientX - start.current.x);
      },
      onPointerUp: onPointerEnd,
      onPointerCancel: onPointerEnd,
      onDragStart: (event: DragEvent) => event.preventDefault(),
    },
  };
}
