import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { DesignForm } from '../design-form.tsx';
import { DesignPage, LandingOffer } from '../design-frame.tsx';
import { landingHandle, landingLoad, useLanding } from '../landing-query.ts';
import { PersonLabel, Picture, usePerson } from '../portrait.tsx';
import { Scene, type SceneName } from '../scenes.tsx';
import island from './pairs.island.ts?worker&url';
import styles from './pairs.module.css';

export const load = landingLoad('landing3');
export const handle = landingHandle;

const pairs: [SceneName, SceneName][] = [
  ['dancing', 'cooking'],
  ['beach', 'movies'],
  ['travelling', 'reading'],
];

export default function PairsLanding() {
  const { t } = useTranslation('landing_designs');
  const landing = useLanding('landing3');
  const person = usePerson(landing);
  return (
    <DesignPage landing={landing} island={island} className={styles['page']}>
      <header className={styles['head']}>
        <figure>
          <Picture src={person.picture} colour={person.colour} eager />
          <PersonLabel person={person} />
        </figure>
        <div>
          <p className={styles['kicker']}>{landing.headline.replace(/<\/?em>/g, '')}</p>
          <h1>
            <Stressed text={t('pairs.title')} />
          </h1>
          <p>{t('pairs.text')}</p>
        </div>
      </header>
      <DesignForm landing={landing} id="pairs" className={styles['form']}>
        {pairs.map((pair, row) => (
          <fieldset key={pair[0]} className={styles['pair']}>
            <legend className="visually-hidden">{`${t(`pairs.${row + 1}.a`)} / ${t(`pairs.${row + 1}.b`)}`}</legend>
            {pair.map((scene, place) => (
              <label key={scene}>
                <input type="radio" name={`pair${row + 1}`} value={scene} data-pair="" />
                <Scene name={scene} />
                <span>{t(`pairs.${row + 1}.${place ? 'b' : 'a'}`)}</span>
              </label>
            ))}
          </fieldset>
        ))}
        <p
          className={styles['count']}
          data-count=""
          data-text={t('pairs.done', { count: 9 })}
          aria-live="polite"
          suppressHydrationWarning
        >
          {t('pairs.done', { count: 0 })}
        </p>
      </DesignForm>
      <LandingOffer landing={landing} />
    </DesignPage>
  );
}
