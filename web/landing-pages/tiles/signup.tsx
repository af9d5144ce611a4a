import { YOUNGEST } from '#contract/rules/search-rules.ts';
import { Stressed } from '#web/i18n/stressed.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { Brand } from '#web/ui/brand.tsx';
import { DesignForm, useGenderWords } from '../design-form.tsx';
import { DesignPage, LandingOffer } from '../design-frame.tsx';
import { landingHandle, landingLoad, useLanding } from '../landing-query.ts';
import { PersonLabel, Picture, usePerson } from '../portrait.tsx';
import styles from './tiles.module.css';

export const load = landingLoad('signup');
export const handle = landingHandle;

export default function TilesSignup() {
  const { t } = useTranslation('landing_designs');
  const { t: common } = useTranslation('common');
  const { min_age = YOUNGEST } = useSettings();
  const landing = useLanding('signup');
  const person = usePerson(landing);
  return (
    <DesignPage landing={landing} className={styles['tiles']}>
      <div className={styles['split']}>
        <div className={styles['side']}>
          <Picture src={person.picture} colour={person.colour} eager />
          <PersonLabel person={person} />
          <p aria-hidden="true">{person.name}</p>
        </div>
        <div className={styles['questions']}>
          <Brand />
          <h1>
            <Stressed text={t('tiles.title')} />
          </h1>
          <p className={styles['text']}>{t('tiles.text')}</p>
          <DesignForm landing={landing} withoutGenders>
            <Question name="gender" label={t('i_am')} first="male" />
            <Question
              name="gender_sought"
              label={t('i_seek')}
              first={landing.niche === 7 ? 'male' : 'female'}
            />
          </DesignForm>
          <LandingOffer landing={landing} />
          <p className={styles['small']}>
            {min_age}+ · <Link to="/pages/terms">{common('footer.terms')}</Link> ·{' '}
            <Link to="/pages/privacy">{common('footer.privacy')}</Link>
          </p>
        </div>
      </div>
    </DesignPage>
  );
}

function Question({
  name,
  label,
  first,
}: {
  name: 'gender' | 'gender_sought';
  label: string;
  first: string;
}) {
  const answers = useGenderWords(name);
  return (
    <fieldset className={styles['question']}>
      <legend>{label}</legend>
      {answers.map(([value, text]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={value === first} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
