import { useTranslation } from '#web/i18n/translate.tsx';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { LanderPage } from '../lander-frame.tsx';
import { LanderWords } from '../lander-words.tsx';
import { landingHandle, landingLoad, useLanding } from '../landing-query.ts';
import { Film } from './film.tsx';
import island from './film.island.ts?worker&url';
import street from './films/street.webm?url';
import streetMp4 from './films/street.mp4?url';
import poster from './films/street.webp?url';
import styles from './video.module.css';

const load = landingLoad('video');
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = landingHandle;

/** /landers/video: a film of an evening street behind the words, rain, lights, a tram that passes. */
export default function VideoLanding() {
  const { t } = useTranslation('landers');
  const landing = useLanding('video');
  return (
    <LanderPage landing={landing} island={island} isPublic className={styles['page']}>
      <section className={styles['stage']} data-theater="" suppressHydrationWarning>
        <Film webm={street} mp4={streetMp4} poster={poster} label={t('film.alt')} className={styles['film']} />
        <div className={styles['words']}>
          <LanderWords landing={landing} lead={styles['lead']} />
        </div>
      </section>
    </LanderPage>
  );
}
