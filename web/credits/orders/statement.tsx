import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { CallReply } from '#contract/calls.ts';
import { DebtNote } from '#web/credits/checkout/debt-note.tsx';
import { LoadingOrError } from '#web/credits/loading-or-error.tsx';
import { statementPages } from '#web/credits/queries.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconCoins } from '#web/ui/icons.ts';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { InviteFriend } from './invite-friend.tsx';
import history from './order-history.module.css';
import styles from './statement.module.css';

type Line = CallReply<'statement'>['lines'][number];

export function Statement() {
  const { t } = useTranslation('transactions');
  const loaded = useInfiniteQuery(statementPages);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = loaded;
  if (!data)
    return (
      <LoadingOrError query={loaded}>
        <TextSkeleton lines={8} />
      </LoadingOrError>
    );
  const lines = data.pages.flatMap((page) => page.lines);
  const referral = data.pages[0]?.referral;
  const invite = referral && <InviteFriend referral={referral} />;
  if (lines.length === 0) {
    return (
      <>
        {invite}
        <EmptyState
          icon={<IconCoins size={40} />}
          title={t('statement.empty')}
          text={t('statement.empty_text')}
          action={<ButtonLink to="/credits">{t('history.buy')}</ButtonLink>}
        />
      </>
    );
  }
  return (
    <>
      {invite}
      <DebtNote credits={data.pages[0]?.debt} />
      <table className={styles['statement']}>
        <thead>
          <tr>
            <th scope="col">{t('statement.what')}</th>
            <th scope="col">{t('statement.when')}</th>
            <th scope="col">{t('statement.credits')}</th>
            <th scope="col">{t('statement.balance')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.id} line={line} />
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <Button
          look="secondary"
          className={history['more']}
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('history.more')}
        </Button>
      )}
    </>
  );
}

function Row({ line }: { line: Line }) {
  const { t } = useTranslation('transactions');
  const formats = useFormats();
  const gained = line.credits > 0;
  return (
    <tr>
      <td>
        {t(
          `statement.kind.${line.kind === 'debt' && gained ? 'debt_lent' : line.kind}` as 'statement.kind.purchase',
        )}
        {line.with && <small> {t('statement.with', { name: line.with })}</small>}
      </td>
      <td className={styles['when']}>
        {formats.shortDate(line.created_at)}
        <small> {formats.time(line.created_at)}</small>
      </td>
      <td className={clsx(styles['number'], gained && styles['gained'])}>
        {gained ? '+' : '−'}
        {formats.number(Math.abs(line.credits))}
      </td>
      <td className={styles['number']}>{formats.number(line.balance)}</td>
    </tr>
  );
}
