import { castOf } from '#contract/lists/landing-cast.ts';
import { pictureOf } from '#web/drawings/cast.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { DesignPage } from '../design-frame.tsx';
import { DesignWords } from '../design-words.tsx';
import { landingHandle, landingLoad, useLanding } from '../landing-query.ts';
import { PersonLabel, Picture } from '../portrait.tsx';
import island from './collage.island.ts?worker&url';
import styles from './collage.module.css';

export const load = landingLoad('collagelanding');
export const handle = landingHandle;

export default function CollageLanding() {
  const { t } = useTranslation('landing_designs');
  const landing = useLanding('collagelanding');
  return (
    <DesignPage landing={landing} island={island} className={styles['page']}>
      <div className={styles['board']}>
        {castOf(landing.niche, landing.lander)
          .slice(0, 4)
          .map((example, place) => (
            <figure
              key={example.name}
              className={styles[`photo${place + 1}`]}
              data-piece=""
              suppressHydrationWarning
            >
              <Picture src={pictureOf(example)} eager={place < 2} />
              <PersonLabel person={{ profile: null }} />
            </figure>
          ))}
        <p className={styles['note1']} data-piece="" suppressHydrationWarning>
          {t('collage.note1')}
        </p>
        <p className={styles['note2']} data-piece="" suppressHydrationWarning>
          {t('collage.note2')}
        </p>
        <p className={styles['note3']} data-piece="" suppressHydrationWarning>
          {t('collage.note3')}
        </p>
        <p className={styles['ticket']} data-piece="" suppressHydrationWarning>
          <b>{t('collage.ticket')}</b>
          <span aria-hidden="true">№ 0214</span>
        </p>
        <svg
          className={styles['heart']}
          viewBox="0 0 100 90"
          aria-hidden="true"
          data-piece=""
          suppressHydrationWarning
        >
          <path d="M50 84 12 44C-4 26 8 4 28 6c11 1 18 9 22 17 4-8 11-16 22-17 20-2 32 20 16 38z" />
        </svg>
        <div className={styles['center']}>
          <DesignWords landing={landing} lead={styles['lead']} />
          <p className={styles['hint']}>{t('collage.hint')}</p>
        </div>
      </div>
    </DesignPage>
  );
}
