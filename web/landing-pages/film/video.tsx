import { useTranslation } from '#web/i18n/translate.tsx';
import { DesignPage } from '../design-frame.tsx';
import { DesignWords } from '../design-words.tsx';
import { landingHandle, landingLoad, useLanding } from '../landing-query.ts';
import island from './film.island.ts?worker&url';
import { Film } from './film.tsx';
import streetMp4 from './films/street.mp4?url';
import street from './films/street.webm?url';
import poster from './films/street.webp?url';
import styles from './video.module.css';

export const load = landingLoad('video');
export const handle = landingHandle;

export default function VideoLanding() {
  const { t } = useTranslation('landing_designs');
  const landing = useLanding('video');
  return (
    <DesignPage landing={landing} island={island} className={styles['page']}>
      <section className={styles['stage']} data-theater="" suppressHydrationWarning>
        <Film
          webm={street}
          mp4={streetMp4}
          poster={poster}
          label={t('film.alt')}
          className={styles['film']}
        />
        <div className={styles['words']}>
          <DesignWords landing={landing} lead={styles['lead']} />
        </div>
      </section>
    </DesignPage>
  );
}
