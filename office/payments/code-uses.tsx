import { useInfiniteQuery } from '@tanstack/react-query';
import type { CallReply } from '#contract/calls.ts';
import { Table } from '#office/pieces/table.tsx';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSearchParams } from '#web/router/hooks.ts';
import { Link } from '#web/router/link.tsx';
import { redirect } from '#web/router/redirect.ts';
import { callPages } from '#web/session/query-client.ts';
import type { ScreenLoad } from '#web/session/screen-data.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';

type Use = CallReply<'adminCodeUses'>['uses'][number];

const pagesOf = (query: URLSearchParams) => callPages('adminCodeUses', { code: query.get('code') || '-' });

export const load: ScreenLoad = ({ ensurePages, requireUser, url }) => {
  requireUser();
  if (!url.searchParams.get('code')) return redirect('/admin/payments');
  return ensurePages(pagesOf(url.searchParams));
};
export const handle = { i18n: ['office/payments', 'errors'] };

export default function CodeUses() {
  const { t } = useTranslation('office/payments');
  const { money, country, shortDate, time } = useFormats();
  const [query] = useSearchParams();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(pagesOf(query));
  return (
    <Page
      title={t('code_uses.title', { code: query.get('code') ?? '' })}
      lead={t('code_uses.lead')}
      aside={
        <ButtonLink look="secondary" to="/admin/payments">
          {t('code_uses.back')}
        </ButtonLink>
      }
    >
      <Table<Use>
        caption={t('code_uses.title', { code: query.get('code') ?? '' })}
        rows={data?.pages.flatMap(({ uses }) => uses) ?? []}
        keyOf={({ payment }) => payment}
        empty={<EmptyState title={t('code_uses.none')} text={t('code_uses.none_text')} />}
        columns={[
          {
            key: 'when',
            head: t('code_uses.when'),
            cell: ({ at }) => <span suppressHydrationWarning>{`${shortDate(at)}, ${time(at)}`}</span>,
          },
          {
            key: 'member',
            head: t('code_uses.member'),
            cell: ({ member, name }) => <Link to={`/admin/members/${member}`}>{name ?? `#${member}`}</Link>,
          },
          { key: 'country', head: t('code_uses.country'), cell: (use) => country(use.country) },
          { key: 'amount', head: t('code_uses.amount'), number: true, cell: ({ amount }) => money(amount) },
          {
            key: 'discount',
            head: t('code_uses.discount'),
            number: true,
            cell: ({ discount }) => money(discount),
          },
          {
            key: 'order',
            head: t('code_uses.order'),
            cell: ({ payment, reversed }) => (
              <>
                <Link to={`/admin/payments/${payment}`}>{payment.slice(0, 8)}</Link>{' '}
                {reversed && <Tag tone="gold">{t(`code_uses.${reversed}`)}</Tag>}
              </>
            ),
          },
        ]}
      />
      {hasNextPage && (
        <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('worklist.more')}
        </Button>
      )}
    </Page>
  );
}
