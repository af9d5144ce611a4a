import { useTranslation } from '#web/i18n/translate.tsx';
import styles from './film.module.css';

interface Props {
  webm: string;
  mp4: string;
  poster: string;
  label: string;
  className?: string;
}

/**
 * A silent loop with a poster. It does not autoplay if the visitor prefers reduced motion or saves data. A
 * click pauses it.
 */
export function Film({ webm, mp4, poster, label, className }: Props) {
  const { t } = useTranslation('landing_designs');
  return (
    <div className={className}>
      <img
        src={poster}
        alt={label}
        width={1280}
        height={720}
        fetchPriority="high"
        className={styles['still']}
      />
      <video
        muted
        loop
        playsInline
        preload="none"
        aria-hidden="true"
        tabIndex={-1}
        width={1280}
        height={720}
        className={styles['film']}
        data-film=""
        suppressHydrationWarning
      >
        <source src={webm} type="video/webm" />
        <source src={mp4} type="video/mp4" />
      </video>
      <button
        type="button"
        aria-pressed="false"
        className={styles['pause']}
        data-pause=""
        hidden
        suppressHydrationWarning
      >
        {t('film.pause')}
      </button>
    </div>
  );
}
