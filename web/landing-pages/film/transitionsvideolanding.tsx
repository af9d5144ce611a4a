import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { DesignForm } from '../design-form.tsx';
import { DesignPage, LandingOffer } from '../design-frame.tsx';
import { landingHandle, landingLoad, useLanding } from '../landing-query.ts';
import island from './film.island.ts?worker&url';
import { Film } from './film.tsx';
import eveningMp4 from './films/evening.mp4?url';
import evening from './films/evening.webm?url';
import poster from './films/evening.webp?url';
import styles from './transitions.module.css';

export const load = landingLoad('transitionsvideolanding');
export const handle = landingHandle;

const scenes = ['1', '2', '3', '4'] as const;

export default function TransitionsLanding() {
  const { t } = useTranslation('landing_designs');
  const landing = useLanding('transitionsvideolanding');
  return (
    <DesignPage landing={landing} island={island} className={styles['page']}>
      <section
        className={styles['cinema']}
        data-theater=""
        data-scenes={scenes.length}
        data-scene="1"
        suppressHydrationWarning
      >
        <div className={styles['screen']}>
          <Film
            webm={evening}
            mp4={eveningMp4}
            poster={poster}
            label={t('film.alt')}
            className={styles['film']}
          />
          <ol className={styles['captions']}>
            {scenes.map((scene) => (
              <li key={scene}>{t(`film.${scene}`)}</li>
            ))}
          </ol>
          <div className={styles['bar']} aria-hidden="true">
            {scenes.map((scene) => (
              <i key={scene} />
            ))}
          </div>
        </div>
        <div className={styles['words']}>
          <div>
            <h1>
              <Stressed text={landing.headline} />
            </h1>
            <p className={styles['lead']}>{landing.lead}</p>
          </div>
          <div className={styles['act']}>
            <DesignForm landing={landing} />
            <LandingOffer landing={landing} />
          </div>
        </div>
      </section>
    </DesignPage>
  );
}
