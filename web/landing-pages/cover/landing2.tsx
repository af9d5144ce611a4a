import { useTranslation } from '#web/i18n/translate.tsx';
import { clientLoad, serverLoad } from '#web/session/screen-data.ts';
import { useSettings } from '#web/session/use-session.ts';
import { nameAndAge } from '#web/ui/name-and-age.ts';
import { castOf } from '#contract/landing-cast.ts';
import { pictureOf } from '../cast.ts';
import { LanderPage } from '../lander-page.tsx';
import { LanderWords } from '../lander-words.tsx';
import { landingHandle, landingLoad, useLanding } from '../landing-query.ts';
import { PersonLabel, Picture, usePerson } from '../portrait.tsx';
import styles from './cover.module.css';

const load = landingLoad('landing2');
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = landingHandle;

/** Minutes that signing up takes: the number of the issue. */
const ISSUE = 2;
const lines = ['line1', 'line2', 'line3'] as const;

/** /members/{id}/landing2: the cover of a magazine, with somebody on it; behind the cover one sees the next page. */
export default function CoverLanding() {
  const { t } = useTranslation('landers');
  const { name } = useSettings();
  const landing = useLanding('landing2');
  const person = usePerson(landing);
  return (
    <LanderPage landing={landing} className={styles['stand']}>
      <div className={styles['row']}>
        <div className={styles['issue']}>
          <div className={styles['inside']} aria-hidden="true">
            {castOf(landing.niche)
              .slice(1, 5)
              .map((example) => (
                <Picture key={example.name} src={pictureOf(example)} />
              ))}
          </div>
          <article className={styles['cover']}>
            <Picture src={person.picture} eager className={styles['face']} />
            <p className={styles['masthead']}>{name}</p>
            <p className={styles['number']}>{t('cover.issue', { count: ISSUE })}</p>
            <PersonLabel person={person} />
            <ul className={styles['lines']}>
              {lines.map((line) => (
                <li key={line}>{t(`cover.${line}`)}</li>
              ))}
            </ul>
            <p className={styles['who']}>{nameAndAge(person)}</p>
          </article>
        </div>
        <div className={styles['words']}>
          <p className={styles['kicker']}>{t('cover.inside')}</p>
          <LanderWords landing={landing} lead={styles['lead']} />
        </div>
      </div>
    </LanderPage>
  );
}
