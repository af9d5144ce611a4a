import { clsx } from 'clsx';
import { castOf } from '#contract/lists/landing-cast.ts';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import { YOUNGEST } from '#contract/rules/search-rules.ts';
import { pictureOf } from '#web/drawings/cast.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { gridCell, Grid, columnSpan } from '#web/ui/grid.tsx';
import { DesignPage } from '../design-frame.tsx';
import { DesignWords } from '../design-words.tsx';
import { landingHandle, landingLoad, useLanding } from '../landing-query.ts';
import { PersonLabel, Picture, usePerson } from '../portrait.tsx';
import styles from './cover.module.css';

export const load = landingLoad('landing2');
export const handle = landingHandle;

const lines = ['line1', 'line2', 'line3'] as const;

export default function CoverLanding() {
  const { t } = useTranslation('landing_designs');
  const { name, min_age = YOUNGEST } = useSettings();
  const landing = useLanding('landing2');
  const person = usePerson(landing);
  return (
    <DesignPage landing={landing} className={styles['stand']}>
      <Grid className={styles['row']}>
        <div className={clsx(styles['issue'], gridCell)} style={columnSpan({ m: 6 })}>
          <div className={styles['inside']} aria-hidden="true">
            {castOf(landing.niche, landing.lander)
              .slice(1, 5)
              .map((example) => (
                <figure key={example.name}>
                  <Picture src={pictureOf(example)} />
                  <PersonLabel person={{ profile: null }} />
                </figure>
              ))}
          </div>
          <article className={styles['cover']}>
            <p className={styles['masthead']}>{name}</p>
            <p className={styles['strip']}>
              <span>{t('cover.issue')}</span>
              <span>{min_age}+</span>
            </p>
            <div className={styles['photo']}>
              <Picture src={person.picture} colour={person.colour} eager />
              <PersonLabel person={person} />
              <p className={styles['who']}>{nameAndAge(person)}</p>
            </div>
            <ul className={styles['lines']}>
              {lines.map((line) => (
                <li key={line}>{t(`cover.${line}`)}</li>
              ))}
            </ul>
            <i className={styles['barcode']} aria-hidden="true" />
          </article>
        </div>
        <div className={clsx(styles['words'], gridCell)} style={columnSpan({ m: 6 })}>
          <p className={styles['kicker']}>{t('cover.inside')}</p>
          <DesignWords landing={landing} lead={styles['lead']} />
        </div>
      </Grid>
    </DesignPage>
  );
}
