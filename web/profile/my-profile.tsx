import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { itemOf } from '#contract/lists/item-of.ts';
import { hiddenFields } from '#contract/profile-fields.ts';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { MyPhotos } from '#web/photos/my-photos.tsx';
import { useNavigate, useParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { regionsQuery } from '#web/session/queries.ts';
import { notFound, type ScreenLoad } from '#web/session/screen-data.ts';
import { useMember, useSettings } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { IconVerified } from '#web/ui/icons.ts';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { Card } from '#web/ui/page.tsx';
import { Sections } from '#web/ui/sections/sections.tsx';
import { Completeness } from './completeness.tsx';
import { useProfileForm } from './profile-form.ts';
import { PROFILE_PATH, profilePath, profileSections, sectionsAskedFor } from './profile-sections.ts';
import { SectionFields } from './section-fields.tsx';
import { useProfileErrors, useProfileSave } from './use-profile-save.ts';
import { useSectionList } from './use-section-list.ts';
import { introsQuery, VoiceIntro } from './voice-intro/voice-intro.tsx';
import styles from './my-profile.module.css';

export const handle = {
  i18n: ['my_profile', 'profile', 'prompts', 'photos', 'signup', 'voice', 'voice_intro'],
};

export const load: ScreenLoad = async ({ requireUser, prefetch, params, settings }) => {
  const { profile } = requireUser();
  const name = params['section'];
  const asked = sectionsAskedFor(hiddenFields(settings));
  // The photos are on the page of the list.
  if (name !== undefined && (name === 'photos' || !itemOf(asked, name))) throw notFound();
  await Promise.all([
    prefetch(regionsQuery(profile.country)),
    name === undefined && settings.voice_intros && prefetch(introsQuery),
  ]);
};

/** The changes stay with the member from section to section, and are saved together. */
export default function MyProfile() {
  const { t } = useTranslation(['my_profile', 'common']);
  const { profile } = useMember();
  const { min_age: minAge } = useSettings();
  const section = itemOf(profileSections, useParams()['section']) ?? 'photos';
  const navigate = useNavigate();
  const form = useProfileForm(profile);
  const save = useProfileSave(form.reset);
  const errors = useProfileErrors(form.draft, save.error, minAge);
  const list = useSectionList({ ...form, errors });
  useQuery(regionsQuery(form.draft.country));
  const faulty = profileSections.find(errors.isIn);
  const openFaulty = () => {
    if (faulty && !errors.isIn(section)) void navigate(profilePath(faulty));
  };
  useRefusal(save.error, openFaulty);

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (errors.any) openFaulty();
        else save.mutate(form.changes);
      }}
    >
      <Sections
        title={t('title')}
        heading={<Trans t={t} i18nKey="heading" components={{ em: <em /> }} />}
        lead={<Trans t={t} i18nKey="lead" components={{ view: <Link to={`/members/${profile.id}`} /> }} />}
        home={PROFILE_PATH}
        groups={[list]}
        current={section === 'photos' ? undefined : section}
        first="photos"
        withFirst
        actions={
          <div className={styles['bar']} data-shown={form.isDirty || undefined} inert={!form.isDirty}>
            <span role="status">{t(faulty ? 'mend' : 'unsaved')}</span>
            <Button look="quiet" onClick={form.reset}>
              {t('undo')}
            </Button>
            <Button type="submit" busy={save.isPending}>
              {t('common:save')}
            </Button>
          </div>
        }
      >
        {section === 'photos' ? (
          <Overview />
        ) : (
          <SectionFields section={section} draft={form.draft} change={form.change} errors={errors} />
        )}
      </Sections>
      <Unsaved when={form.isDirty && !save.isPending} />
    </form>
  );
}

/** The server may refuse a field of a section that is not open. */
function useRefusal(refused: unknown, openFaulty: () => void) {
  const open = useEffectEvent(openFaulty);
  useEffect(() => {
    if (refused) open();
  }, [refused]);
}

function Overview() {
  const { t } = useTranslation('my_profile');
  const { profile } = useMember();
  const { voice_intros } = useSettings();
  return (
    <>
      <Completeness />
      <Card>
        <MyPhotos />
      </Card>
      {voice_intros && (
        <Card>
          <VoiceIntro />
        </Card>
      )}
      {!profile.verified && (
        <ButtonLink to="/verification" look="secondary" icon={<IconVerified size={20} />}>
          {t('verification')}
        </ButtonLink>
      )}
    </>
  );
}

function Unsaved({ when }: { when: boolean }) {
  const { t } = useTranslation('my_profile');
  return (
    <LeaveGuard
      when={when}
      within={PROFILE_PATH}
      words={{
        title: t('leave.title'),
        text: t('leave.text'),
        leave: t('leave.leave'),
        stay: t('leave.stay'),
      }}
    />
  );
}
