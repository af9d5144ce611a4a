import { clsx } from 'clsx';
import { nameAndAge } from '#contract/membership/name-and-age.ts';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { gridCell, Grid, columnSpan } from '#web/ui/grid.tsx';
import { IconSend } from '#web/ui/icons.ts';
import { DesignForm } from '../design-form.tsx';
import { DesignPage, LandingOffer } from '../design-frame.tsx';
import { landingHandle, landingLoad, useLanding } from '../landing-query.ts';
import { PersonLabel, Picture, usePerson } from '../portrait.tsx';
import island from './letter.island.ts?worker&url';
import styles from './letter.module.css';

export const load = landingLoad('landing');
export const handle = landingHandle;

const starts = ['1', '2', '3'] as const;

export default function LetterLanding() {
  const { t } = useTranslation('landing_designs');
  const landing = useLanding('landing');
  const person = usePerson(landing);
  const title = person.profile ? t('letter.title', { name: person.name }) : t('letter.example_title');
  return (
    <DesignPage landing={landing} island={island} className={styles['letter']}>
      <Grid className={styles['desk']}>
        <figure className={clsx(styles['photo'], gridCell)} style={columnSpan({ m: 5, xl: 4 })}>
          <Picture src={person.picture} colour={person.colour} eager />
          <PersonLabel person={person} />
          <figcaption>{nameAndAge(person)}</figcaption>
        </figure>
        <div className={clsx(styles['sheet'], gridCell)} style={columnSpan({ m: 7, xl: 8 })}>
          <h1>
            <Stressed text={title} />
          </h1>
          <p className={styles['lead']}>{landing.lead}</p>
          <DesignForm landing={landing}>
            {person.profile && <input type="hidden" name="act" value="chat" />}
            <label className={styles['paper']}>
              <span className="visually-hidden">{t('letter.label')}</span>
              <textarea
                name="message"
                rows={4}
                maxLength={1000}
                placeholder={t('letter.placeholder')}
                data-message=""
              />
            </label>
            <div className={styles['starts']}>
              {starts.map((number) => (
                <button key={number} type="button" data-start={t(`letter.starts.${number}`)}>
                  <IconSend size={16} aria-hidden="true" />
                  {t(`letter.starts.${number}`)}
                </button>
              ))}
            </div>
            <p className={styles['note']}>{t(person.profile ? 'letter.note' : 'letter.example_note')}</p>
          </DesignForm>
          <LandingOffer landing={landing} />
        </div>
      </Grid>
    </DesignPage>
  );
}
