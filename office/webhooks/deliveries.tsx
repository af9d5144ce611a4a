import { useInfiniteQuery } from '@tanstack/react-query';
import type { WebhookDelivery } from '#contract/webhooks.ts';
import { May } from '#office/pieces/may.tsx';
import { Table } from '#office/pieces/table.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { callPages } from '#web/session/query-client.ts';
import { Button } from '#web/ui/button.tsx';

export function Deliveries({ webhook }: { webhook: string }) {
  const { t } = useTranslation('office/webhooks');
  const { shortDate, time } = useFormats();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isPending } = useInfiniteQuery(
    callPages('adminWebhookDeliveries', { webhook }),
  );
  const again = useAct('resendWebhook', {
    done: t('deliveries.queued'),
    refresh: ['adminWebhookDeliveries', 'adminWebhooks'],
  });
  if (isPending) return <p aria-busy="true">{t('deliveries.loading')}</p>;
  const at = (instant: string) => `${shortDate(instant)}, ${time(instant)}`;
  const stateOf = ({ state, tries, status, next_at: next }: WebhookDelivery) =>
    [
      t(`deliveries.states.${state}`),
      tries > 0 && t('deliveries.tries', { count: tries }),
      tries > 0 && (status === null ? t('deliveries.no_answer') : t('deliveries.answered', { status })),
      next && tries > 0 && t('deliveries.next', { at: at(next) }),
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <>
      <Table<WebhookDelivery>
        caption={t('webhooks.log')}
        rows={data?.pages.flatMap((page) => page.deliveries) ?? []}
        keyOf={({ id }) => id}
        empty={<p>{t('deliveries.none')}</p>}
        columns={[
          { key: 'at', head: t('deliveries.at'), cell: ({ created_at: created }) => at(created) },
          { key: 'event', head: t('deliveries.event'), cell: ({ event }) => <code>{event}</code> },
          { key: 'state', head: t('deliveries.state'), cell: stateOf },
          {
            key: 'again',
            head: <span className="visually-hidden">{t('deliveries.act')}</span>,
            cell: ({ id }) => (
              <May call="resendWebhook">
                <Button look="quiet" size="s" onClick={() => again.mutate({ delivery: id })}>
                  {t('deliveries.again')}
                </Button>
              </May>
            ),
          },
        ]}
      />
      {hasNextPage && (
        <div>
          <Button look="secondary" size="s" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('deliveries.more')}
          </Button>
        </div>
      )}
    </>
  );
}
