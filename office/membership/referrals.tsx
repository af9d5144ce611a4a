import { useInfiniteQuery } from '@tanstack/react-query';
import type { ListedReferral } from '#contract/credits.ts';
import { May } from '#office/pieces/may.tsx';
import { Table } from '#office/pieces/table.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Link } from '#web/router/link.tsx';
import { callPages } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';

const referralPages = callPages('adminReferrals', {});

export const load: ScreenLoad = ({ ensurePages, requireUser }) => {
  requireUser();
  return ensurePages(referralPages);
};
export const handle = { i18n: ['office/membership', 'errors'] };

const tones = { waiting: 'gold', paid: 'green', refused: 'soft', taken_back: 'red' } as const;

export default function Referrals() {
  const { t } = useTranslation(['office/membership', 'office/frame']);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(referralPages);
  return (
    <Page
      title={t('office/frame:menu.referrals')}
      lead={
        <>
          {t('referrals.lead')}{' '}
          <May call="adminSettings">
            <Link to="/admin/settings#referral_credits">{t('office/frame:menu.settings')}</Link>
          </May>
        </>
      }
    >
      {!data ? (
        <TextSkeleton lines={8} />
      ) : (
        <ReferralTable rows={data.pages.flatMap(({ referrals }) => referrals)} />
      )}
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('office/frame:more')}
        </Button>
      )}
    </Page>
  );
}

function ReferralTable({ rows }: { rows: readonly ListedReferral[] }) {
  const { t } = useTranslation('office/membership');
  const { shortDate, number } = useFormats();
  const person = ({ id, name }: ListedReferral['friend']) => <Link to={`/admin/members/${id}`}>{name}</Link>;
  return (
    <Table<ListedReferral>
      caption={t('referrals.caption')}
      rows={rows}
      keyOf={({ friend }) => friend.id}
      empty={<EmptyState title={t('referrals.none')} text={t('referrals.none_text')} />}
      columns={[
        { key: 'friend', head: t('referrals.friend'), title: true, cell: ({ friend }) => person(friend) },
        { key: 'inviter', head: t('referrals.inviter'), cell: ({ inviter }) => person(inviter) },
        {
          key: 'joined',
          head: t('referrals.joined'),
          cell: ({ created_at }) => <span suppressHydrationWarning>{shortDate(created_at)}</span>,
        },
        {
          key: 'status',
          head: t('referrals.status'),
          cell: ({ status, reason }) => (
            <>
              <Tag tone={tones[status]}>{t(`referrals.states.${status}`)}</Tag>
              {reason && <div>{t(`referrals.reasons.${reason}`)}</div>}
            </>
          ),
        },
        {
          key: 'credits',
          head: t('referrals.credits'),
          number: true,
          cell: ({ credits }) => (credits === null ? '–' : number(credits)),
        },
        {
          key: 'payment',
          head: t('referrals.payment'),
          cell: ({ payment }) =>
            payment ? <Link to={`/admin/payments/${payment}`}>{payment.slice(0, 8)}</Link> : '–',
        },
      ]}
    />
  );
}
