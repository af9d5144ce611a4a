import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { User } from '#contract/membership/user.ts';
import { isRefusal } from '#web/api.ts';
import { Trans, useTranslation } from '#web/i18n/translate.tsx';
import { withFaceFirst } from '#web/members/face-first.ts';
import { useNavigate, useSearchParams } from '#web/router/hooks.ts';
import { redirect } from '#web/router/redirect.ts';
import { apiOf, callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { beginSession, useUser } from '#web/session/use-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { IconArrowRight, IconCrown, IconSearch } from '#web/ui/icons.ts';
import { Page, PageHead } from '#web/ui/page.tsx';
import { PortraitCard } from '#web/ui/portrait/portrait-card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './activate-done.module.css';

export const load: ScreenLoad = ({ url, user }) =>
  !url.searchParams.get('token') && !user ? redirect('/activate/error') : null;
export const handle = { i18n: ['activate'] };

/**
 * Target of the activation link. A script uses the token, so that mail scanners that follow links do not use
 * it up. Afterwards the screen suggests next steps: premium, search, members, the welcome discount.
 */
export default function ActivateDone() {
  const { t } = useTranslation('activate');
  const [query] = useSearchParams();
  const token = query.get('token');
  const user = useUser();
  const failed = useActivation(token);
  if (token && !failed) return <Confirming />;
  if (!user) return null;
  return (
    <Page
      title={t('done.title')}
      heading={
        <Trans
          t={t}
          i18nKey="done.heading"
          values={{ name: user.profile.name }}
          components={{ em: <em /> }}
        />
      }
      lead={t('done.lead')}
      aside={<DiscountBadge />}
      settles
    >
      <div className={styles['ways']}>
        <section className={styles['premium']}>
          <IconCrown size={30} stroke={1.6} aria-hidden="true" />
          <h2>{t('done.premium')}</h2>
          <p>{t('done.premium_text')}</p>
          <ButtonLink to="/premium">{t('done.premium_button')}</ButtonLink>
        </section>
        <section className={styles['search']}>
          <IconSearch size={30} stroke={1.6} aria-hidden="true" />
          <h2>{t('done.search')}</h2>
          <p>{t('done.search_text', { count: user.free_messages_left })}</p>
          <ButtonLink to="/members" look="secondary">
            {t('done.search_button')}
            <IconArrowRight size={18} aria-hidden="true" />
          </ButtonLink>
        </section>
      </div>
      <People user={user} />
    </Page>
  );
}

/** Uses the token once, then removes it from the URL. Returns whether that is done. */
function useActivation(token: string | null): boolean {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const sent = useRef<string | null>(null);
  useEffect(() => {
    if (!token || sent.current === token) return;
    sent.current = token;
    apiOf(queries)
      .call('activate', { body: { token } })
      .then(
        (user) => {
          beginSession(queries, user as User);
          void navigate('/activate/done', { replace: true });
        },
        (error: unknown) =>
          void navigate(`/activate/error${isRefusal(error, 'link_expired') ? '' : '?reason=failed'}`, {
            replace: true,
          }),
      );
  }, [token, queries, navigate]);
  return token === null;
}

function Confirming() {
  const { t } = useTranslation('activate');
  return (
    <>
      <PageHead title={t('confirming')} />
      <div className={styles['confirming']} role="status">
        <Skeleton width={64} height={64} round />
        <p>{t('confirming')}</p>
      </div>
    </>
  );
}

function DiscountBadge() {
  const { t } = useTranslation('activate');
  const { data: code } = useQuery({
    ...callQuery('discountCode', { query: { welcome: 'true' } }),
    retry: false,
    throwOnError: false,
  });
  if (!code || code.expired) return null;
  return (
    <ButtonLink to="/credits" look="quiet" className={styles['discount']}>
      {t('done.discount', { percentage: code.value_percentage })}
    </ButtonLink>
  );
}

function People({ user }: { user: User }) {
  const { t } = useTranslation('activate');
  const { profile } = user;
  const { data } = useQuery(
    callQuery('members', { query: { gender: profile.gender_sought ?? undefined, country: profile.country } }),
  );
  const people = data ? withFaceFirst(data.results).slice(0, 4) : [];
  if (data && people.length === 0) return null;
  return (
    <section className={styles['people']}>
      <h2>{t('done.people')}</h2>
      <ul>
        {people.map((person) => (
          <li key={person.id}>
            <PortraitCard profile={person} to={`/members/${person.id}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
