import { clsx } from 'clsx';
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from 'react-router';
import type { Photo, ProfileCard } from '#contract/profiles.ts';
import { photoOfWidth } from '#web/photos/sources.ts';
import { IconHeartFilled, IconX } from '#web/ui/icons.ts';
import { PortraitCard } from '#web/ui/portrait-card.tsx';
import styles from './deck.module.css';

/** A drag this far, or this fast, is a choice; less lets the card fall back. Pixels, and pixels a millisecond. */
const FAR = 110;
/** Less than this is a tap. */
const TAP = 6;
const FAST = 0.6;
/** How long the card flies before the choice is told: as long as the animation. */
const FLIGHT_MS = 220;

const SIZES = '(min-width: 576px) 400px, 90vw';

interface DeckProps {
  profile: ProfileCard;
  /** Hers or his, the main one first; a tap on a side of the card shows another. */
  photos: Photo[];
  /** The card beneath. */
  upcoming: ProfileCard | null;
  /** The choice is on its way: the card is gone. */
  away: boolean;
  onChoose: (like: boolean) => void;
}

/** The card on top, by touch, mouse, arrow keys or its two buttons. */
export function Deck({ profile, photos, upcoming, away, onChoose }: DeckProps) {
  const { t } = useTranslation('swipe');
  const [drag, setDrag] = useState(0);
  const [flight, setFlight] = useState<'like' | 'pass' | null>(null);
  const start = useRef({ x: 0, at: 0, active: false });

  const [at, setAt] = useState(0);
  const open = photos.filter(({ filename, status }) => filename !== null && status === 'active');
  const shown = open[at];
  const card = shown
    ? { ...profile, main_image: { filename: shown.filename!, thumb_filename: photoOfWidth(shown.filename!, 480), status: shown.status } }
    : profile;
  const turn = (by: number) => setAt(Math.max(0, Math.min(open.length - 1, at + by)));

  const fly = (like: boolean) => {
    if (flight || away) return;
    setFlight(like ? 'like' : 'pass');
    setTimeout(() => onChoose(like), FLIGHT_MS);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const busy =
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      document.querySelector('dialog[open]') ||
      (event.target as Element).matches?.('input, select, textarea');
    if (busy || !['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown'].includes(event.key)) return;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      if (open.length > 1) {
        event.preventDefault();
        turn(event.key === 'ArrowUp' ? 1 : -1);
      }
      return;
    }
    event.preventDefault();
    fly(event.key === 'ArrowRight');
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || flight) return;
    start.current = { x: event.clientX, at: event.timeStamp, active: true };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => start.current.active && setDrag(event.clientX - start.current.x);
  const onPointerEnd = (event: PointerEvent<HTMLDivElement>) => {
    if (!start.current.active) return;
    start.current.active = false;
    const by = event.clientX - start.current.x;
    const speed = Math.abs(by) / Math.max(1, event.timeStamp - start.current.at);
    if (event.type === 'pointerup' && (Math.abs(by) > FAR || (Math.abs(by) > 40 && speed > FAST))) fly(by > 0);
    else {
      setDrag(0);
      const { left, width } = event.currentTarget.getBoundingClientRect();
      if (event.type === 'pointerup' && Math.abs(by) < TAP) turn(event.clientX - left > width / 2 ? 1 : -1);
    }
  };
  const leaning = Math.max(-1, Math.min(1, drag / FAR));
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
          className={clsx(styles['card'], flight && styles[flight], away && !flight && styles['gone'], drag !== 0 && !flight && styles['held'])}
          style={flight ? undefined : { transform: `translateX(${drag}px) rotate(${leaning * 9}deg)` }}
          aria-label={t('card', { name: profile.name, age: profile.age ?? '' })}
          role="group"
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerEnd}
          onPointerCancel={onPointerEnd}
          onDragStart={(event) => event.preventDefault()}
        >
          <PortraitCard profile={card} eager sizes={SIZES} className={styles['portrait']} />
          {open.length > 1 && (
            <span className={styles['photos']} aria-hidden="true">
              {open.map(({ id }, place) => (
                <i key={id} data-here={place === at || undefined} />
              ))}
            </span>
          )}
          <span className={clsx(styles['stamp'], styles['yes'])} style={{ opacity: flight === 'like' ? 1 : Math.max(0, leaning) }} aria-hidden="true">
            {t('yes')}
          </span>
          <span className={clsx(styles['stamp'], styles['no'])} style={{ opacity: flight === 'pass' ? 1 : Math.max(0, -leaning) }} aria-hidden="true">
            {t('no')}
          </span>
        </div>
      </div>
      <div className={styles['choices']}>
        <button type="button" aria-label={t('pass')} title={t('pass')} onClick={() => fly(false)}>
          <IconX size={30} />
        </button>
        <Link to={`/members/${profile.id}`} className={styles['view']}>
          {t('view')}
        </Link>
        <button type="button" className={styles['like-button']} aria-label={t('like')} title={t('like')} onClick={() => fly(true)}>
          <IconHeartFilled size={30} />
        </button>
      </div>
      <p className={styles['keys']}>{t('keys')}</p>
    </div>
  );
}
