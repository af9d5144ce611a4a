import { useQuery } from '@tanstack/react-query';
import type { OfficeFile } from '#contract/office/members.ts';
import { Measures } from '#office/moderation/measures.tsx';
import { useMay } from '#office/pieces/may.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { callQuery } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MemberActs } from './member-acts.tsx';
import { MemberVerification } from './member-verification.tsx';
import { State } from './members.tsx';
import styles from '#office/pieces/office.module.css';

/** Each view of a member's file is logged, so it is never refetched automatically. */
export const fileQuery = (id: number) => ({
  ...callQuery('adminMember', { query: { id } }),
  refetchOnWindowFocus: false,
});

export const load: ScreenLoad = ({ ensure, requireUser, params }) => {
  requireUser();
  return ensure(fileQuery(Number(params['id'])));
};
export const handle = { i18n: ['office/membership', 'office/moderation', 'common', 'errors'] };

export default function Member() {
  const { t } = useTranslation('office/membership');
  const { data: file } = useQuery(fileQuery(Number(useParams()['id'])));
  if (!file) return <Skeleton height={400} />;
  const { member } = file;
  return (
    <Page
      title={member.name ?? String(member.id)}
      aside={
        <div className={styles['tags']}>
          <State member={member} />
        </div>
      }
    >
      <div className={styles['file']}>
        <div className={styles['column']}>
          <Account file={file} />
          <ProfileCard file={file} />
          <Sessions file={file} />
          <Related file={file} />
          <AgeChecks file={file} />
          <MemberVerification file={file} />
          <Measures file={file} />
        </div>
        {file.employee ? (
          <p className={styles['quiet']}>{t('member.employee')}</p>
        ) : (
          <MemberActs file={file} />
        )}
      </div>
    </Page>
  );
}

function Related({ file }: { file: OfficeFile }) {
  const { t } = useTranslation(['office/membership', 'office/moderation']);
  if (file.related.length === 0 && file.held.length === 0) return null;
  return (
    <Card title={t('member.related')}>
      {file.held.length > 0 && (
        <p>
          <Link to="/admin/held-accounts">{t('member.held')}</Link>{' '}
          {file.held.map((reason) => t(`office/moderation:held_accounts.reasons.${reason}`)).join(', ')}
        </p>
      )}
      <ul>
        {file.related.map(({ id, name, status, reasons }) => (
          <li key={id}>
            <Link to={`/admin/members/${id}`}>{name ?? id}</Link>{' '}
            <Tag {...(status === 'banned' && { tone: 'red' as const })}>{t(`states.${status}`)}</Tag>{' '}
            {reasons.map((reason) => t(`member.related_by.${reason}`)).join(', ')}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AgeChecks({ file: { age_checks: checks } }: { file: OfficeFile }) {
  const { t } = useTranslation('office/membership');
  const { date } = useFormats();
  if (checks.length === 0) return null;
  return (
    <Card title={t('member.age_checks')}>
      <ul>
        {checks.map(({ started_at, state, provider, reason, expires_at }) => (
          <li key={started_at}>
            {date(started_at)}{' '}
            <Tag {...(state === 'failed' && { tone: 'red' as const })}>{t(`age_checks.states.${state}`)}</Tag>{' '}
            {t(`age_checks.providers.${provider}`)}
            {reason && ` · ${t(`age_checks.reasons.${reason}`)}`}
            {expires_at && (
              <small className={styles['quiet']}> {t('age_checks.until', { when: date(expires_at) })}</small>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ProfileCard({ file: { member, profile, card } }: { file: OfficeFile }) {
  const { t } = useTranslation(['office/membership', 'common']);
  const { country, date } = useFormats();
  if (!profile) return null;
  const dateOf = (day: string) => date(`${day}T12:00:00Z`);
  const place = [profile.city, profile.region, member.country && country(member.country)];
  return (
    <Card title={t('member.profile')}>
      {card?.main_image && <Avatar profile={card} size={96} />}
      <FactList
        facts={[
          [t('members.name'), profile.name],
          [t('member.gender'), t(`common:gender.${profile.gender}`)],
          [
            t('member.born'),
            [profile.date_of_birth, profile.partner_date_of_birth]
              .filter((day) => day !== null)
              .map(dateOf)
              .join(' & '),
          ],
          [t('member.badge'), t(profile.verified ? 'member.badge_yes' : 'member.badge_no')],
          [t('member.place'), place.filter(Boolean).join(', ') || '–'],
        ]}
      />
      {profile.about && <p className={styles['words']}>{profile.about}</p>}
      <Link to={`/members/${member.id}`}>{t('member.see_profile')}</Link>
    </Card>
  );
}

function Sessions({ file: { sessions } }: { file: OfficeFile }) {
  const { t } = useTranslation('office/membership');
  const { date, time } = useFormats();
  if (sessions.length === 0) return null;
  return (
    <Card title={t('member.sessions')}>
      <ul>
        {sessions.map(({ browser, system, created_at, last_used_at: used }) => (
          <li key={`${created_at} ${used}`}>
            {[browser, system].filter(Boolean).join(', ') || t('member.unknown_browser')}{' '}
            <small className={styles['quiet']}>
              {t('member.last_used', { when: `${date(used)}, ${time(used)}` })}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Account({ file }: { file: OfficeFile }) {
  const { t } = useTranslation(['office/membership', 'office/frame']);
  const { date, time, number, language } = useFormats();
  const findsPayments = useMay('adminPayments');
  const { member, counts } = file;
  const when = (instant: string | null) => (instant ? `${date(instant)}, ${time(instant)}` : '–');
  const paid = number(counts.payments);
  const payments =
    findsPayments && member.email && counts.payments > 0 ? (
      <Link to={`/admin/payments?find=${encodeURIComponent(member.email)}`}>{paid}</Link>
    ) : (
      paid
    );
  return (
    <Card title={t('member.account')}>
      <FactList
        facts={[
          [t('members.id'), String(member.id)],
          [
            t('members.email'),
            `${member.email ?? '–'}${file.email_confirmed ? '' : ` (${t('member.unconfirmed')})`}`,
          ],
          [t('member.language'), language(file.language)],
          [t('member.site'), file.host || t('office/frame:sites.default')],
          [t('members.since'), when(member.signup_date)],
          [t('member.last_seen'), when(file.last_seen)],
          ...(file.suspended_until
            ? [[t('member.suspended_until'), when(file.suspended_until)] as const]
            : []),
          ...(file.delete_requested_at
            ? [[t('member.delete_requested'), when(file.delete_requested_at)] as const]
            : []),
          [t('member.credits'), number(file.credits)],
          ...(file.credit_debt > 0 ? [[t('member.debt'), number(file.credit_debt)] as const] : []),
          [t('member.payments'), payments],
          [t('member.photos'), number(counts.photos)],
          [t('member.conversations'), number(counts.conversations)],
          [t('member.messages'), number(counts.messages)],
          [t('member.complaints_about'), number(counts.complaints_about)],
          [t('member.complaints_sent'), number(counts.complaints_sent)],
        ]}
      />
    </Card>
  );
}
