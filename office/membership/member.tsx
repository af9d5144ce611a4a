import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { OfficeFile } from '#contract/office/members.ts';
import { Measures } from '#office/moderation/measures.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callQuery } from '#web/session/query-client.ts';
import { clientLoad, type ScreenLoad, serverLoad } from '#web/session/screen-data.ts';
import { Tag } from '#web/ui/chip.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MemberActs } from './member-acts.tsx';
import { State } from './members.tsx';
import styles from '#office/pieces/office.module.css';

/** Each view of a member's file is logged, so it is never refetched automatically. */
export const fileQuery = (id: number) => ({
  ...callQuery('adminMember', { query: { id } }),
  refetchOnWindowFocus: false,
});

const load: ScreenLoad = ({ ensure, requireUser, params }) => {
  requireUser();
  return ensure(fileQuery(Number(params['id'])));
};
export const loader = serverLoad(load);
export const clientLoader = clientLoad(load);
export const handle = { i18n: ['office/membership', 'office/moderation', 'errors'] };

export default function Member() {
  const { t } = useTranslation('office/membership');
  const { date } = useFormats();
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
          {file.profile && (
            <Card title={t('member.profile')}>
              <FactList
                facts={[
                  [t('members.name'), file.profile.name],
                  [t('member.born'), date(`${file.profile.date_of_birth}T12:00:00Z`)],
                  [t('member.badge'), t(file.profile.verified ? 'member.badge_yes' : 'member.badge_no')],
                  [
                    t('member.place'),
                    [file.profile.city, file.profile.region].filter(Boolean).join(', ') || '–',
                  ],
                ]}
              />
              {file.profile.about && <p className={styles['words']}>{file.profile.about}</p>}
              <Link to={`/members/${member.id}`}>{t('member.see_profile')}</Link>
            </Card>
          )}
          <Related file={file} />
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

function Account({ file }: { file: OfficeFile }) {
  const { t } = useTranslation('office/membership');
  const { date, time, number } = useFormats();
  const { member, counts } = file;
  const when = (instant: string | null) => (instant ? `${date(instant)}, ${time(instant)}` : '–');
  return (
    <Card title={t('member.account')}>
      <FactList
        facts={[
          [t('members.id'), String(member.id)],
          [
            t('members.email'),
            `${member.email ?? '–'}${file.email_confirmed ? '' : ` (${t('member.unconfirmed')})`}`,
          ],
          [t('members.since'), when(member.signup_date)],
          [t('member.last_seen'), when(file.last_seen)],
          [t('member.credits'), number(file.credits)],
          ...(file.suspended_until
            ? [[t('member.suspended_until'), when(file.suspended_until)] as const]
            : []),
          [t('member.conversations'), number(counts.conversations)],
          [t('member.payments'), number(counts.payments)],
          [t('member.complaints_about'), number(counts.complaints_about)],
          [t('member.complaints_sent'), number(counts.complaints_sent)],
          [t('member.sessions'), number(file.sessions.length)],
        ]}
      />
    </Card>
  );
}
