import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { User } from '#contract/membership/user.ts';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { redirect } from '#web/router/redirect.ts';
import { userQuery } from '#web/session/queries.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { IconCamera, IconCheck, IconMail, IconMapPin, IconPencil } from '#web/ui/icons.ts';
import { Page } from '#web/ui/page.tsx';
import { RoundIcon } from '#web/ui/round-icon.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { CompleteAbout, CompletePlace } from './complete-parts.tsx';
import { ConfirmEmailBox } from './confirm-email-box.tsx';
import styles from './complete-signup.module.css';

/**
 * Visitors with an invitation or an unfinished signup continue in signup. Members stay here and fill in
 * missing fields.
 */
export const load: ScreenLoad = ({ user, url }) => (user ? null : redirect(`/signup${url.search}`));
export const handle = { i18n: ['signup'] };

export default function CompleteSignup() {
  const { t } = useTranslation('signup');
  const user = useMember();
  const { profile } = user;
  const done = {
    photo: profile.photos.length > 0,
    location: profile.region !== null,
    about: !!profile.about?.trim(),
    email: user.status === 'active',
  };
  const all = Object.values(done).every(Boolean);
  return (
    <Page
      title={t('complete.title')}
      heading={
        <Trans
          t={t}
          i18nKey={all ? 'complete.done_heading' : 'complete.heading'}
          components={{ em: <em /> }}
        />
      }
      lead={t(all ? 'complete.done' : 'complete.lead')}
      width="narrow"
    >
      <ul className={styles['parts']}>
        <Part done={done.photo} icon={<IconCamera size={22} />} title={t('complete.photo')}>
          <AddPhoto />
        </Part>
        <Part done={done.location} icon={<IconMapPin size={22} />} title={t('complete.location')}>
          <CompletePlace profile={profile} />
        </Part>
        <Part done={done.about} icon={<IconPencil size={22} />} title={t('complete.about')}>
          <CompleteAbout />
        </Part>
        <Part done={done.email} icon={<IconMail size={22} />} title={t('complete.email')}>
          <ConfirmEmailBox user={user} />
        </Part>
      </ul>
      <ButtonLink to="/members" look={all ? 'primary' : 'secondary'} size="l" wide>
        {t(all ? 'matches.all' : 'complete.later')}
      </ButtonLink>
    </Page>
  );
}

function Part({
  done,
  icon,
  title,
  children,
}: {
  done: boolean;
  icon: ReactNode;
  title: string;
  children: ReactNode;
}) {
  const { t } = useTranslation('signup');
  return (
    <li className={done ? `${styles['part']} ${styles['done']}` : styles['part']}>
      <header>
        <RoundIcon small {...(done && { className: styles['done'] })}>
          {done ? <IconCheck size={22} /> : icon}
        </RoundIcon>
        <h2>{title}</h2>
        {done && <span className={styles['ready']}>{t('complete.ready')}</span>}
      </header>
      {!done && children}
    </li>
  );
}

function AddPhoto() {
  const { t } = useTranslation('signup');
  const { errorText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const add = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    const form = new FormData();
    form.set('file', file);
    try {
      const photo = await api.call('addPhoto', { body: form });
      queries.setQueryData(
        userQuery.queryKey,
        (user: User | null | undefined) =>
          user && { ...user, profile: { ...user.profile, photos: [...user.profile.photos, photo] } },
      );
      void queries.invalidateQueries({ queryKey: ['user'] });
    } catch (error) {
      toast('error', t('photo.not_added', { reason: errorText(error) }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <Button busy={busy} icon={<IconCamera size={20} />} onClick={() => input.current?.click()}>
        {t('photo.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('photo.choose')}
        onChange={(event) => void add(event.target.files?.[0])}
      />
    </div>
  );
}
