import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type DeleteReason, deleteReasons } from '#contract/lists/delete-reasons.ts';
import { isRefusal } from '#web/api.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate } from '#web/router/hooks.ts';
import { forgetOnDevice } from '#web/session/forget-on-device.ts';
import { expectSessionEnd, withdrawalsQuery } from '#web/session/queries.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { endSession, useApi, useMember, useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { TextSkeleton } from '#web/ui/skeleton.tsx';
import { RetentionOffer } from './retention-offer.tsx';
import styles from './deletion.module.css';

const MOST_REMARKS = 2000;

type Step = 'reason' | 'offer' | 'confirm';

/**
 * The steps of a deletion: reason, a matching offer, and the password. Deletion is always reachable: no hidden buttons, no repeated
 * questions.
 */
export function DeletionSteps({ onStay }: { onStay: () => void }) {
  const [step, setStep] = useState<Step>('reason');
  const [reason, setReason] = useState<DeleteReason | null>(null);
  const [remarks, setRemarks] = useState('');
  if (step === 'reason' || !reason)
    return <Reasons reason={reason} onChoose={setReason} onNext={() => setStep('offer')} />;
  if (step === 'offer')
    return <RetentionOffer reason={reason} onStay={onStay} onGoOn={() => setStep('confirm')} />;
  return <Confirm reason={reason} remarks={remarks} onRemarks={setRemarks} onStay={onStay} />;
}

function Reasons({
  reason,
  onChoose,
  onNext,
}: {
  reason: DeleteReason | null;
  onChoose: (reason: DeleteReason) => void;
  onNext: () => void;
}) {
  const { t } = useTranslation('notifications');
  return (
    <div className={styles['steps']}>
      <fieldset className={styles['reasons']}>
        <legend className="visually-hidden">{t('delete.why')}</legend>
        <p>{t('delete.why')}</p>
        {deleteReasons.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name="reason"
              value={value}
              checked={reason === value}
              onChange={() => onChoose(value)}
            />
            {t(`delete.reasons.${value}`)}
          </label>
        ))}
      </fieldset>
      <div className={styles['actions']}>
        <Button disabled={reason === null} onClick={onNext}>
          {t('delete.next')}
        </Button>
      </div>
    </div>
  );
}

function Credits() {
  const { t } = useTranslation('notifications');
  const formats = useFormats();
  const { credits } = useMember();
  const { reactivation_days } = useSettings();
  const { data } = useQuery(withdrawalsQuery);
  if (!data) return <TextSkeleton lines={1} />;
  const orders = data.orders.filter(({ unused }) => unused > 0);
  const lapsing = credits - orders.reduce((sum, { unused }) => sum + unused, 0);
  if (orders.length === 0 && lapsing <= 0) return null;
  return (
    <Alert>
      {orders.map((order) => (
        <p key={order.payment_id}>
          {t('delete.refund', { count: order.unused, amount: formats.money(order.amount) })}
        </p>
      ))}
      {lapsing > 0 && <p>{t('delete.lapse', { count: lapsing, days: reactivation_days })}</p>}
    </Alert>
  );
}

function Confirm({
  reason,
  remarks,
  onRemarks,
  onStay,
}: {
  reason: DeleteReason;
  remarks: string;
  onRemarks: (text: string) => void;
  onStay: () => void;
}) {
  const { t } = useTranslation('notifications');
  const { errorText, fieldText } = useErrorText();
  const api = useApi();
  const queries = useQueryClient();
  const user = useMember();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [sent, setSent] = useState(false);
  const remove = useMutation({
    mutationFn: () =>
      api.call('deleteUser', {
        body: { reason, password, ...(remarks.trim() && { remarks: remarks.trim() }) },
      }),
    // The live event of the deletion may arrive before the response.
    onMutate: () => expectSessionEnd(true),
    onError: () => expectSessionEnd(false),
    async onSuccess({ reactivate_until: until }) {
      await forgetOnDevice(user.id);
      await navigate(`/account-deleted?until=${encodeURIComponent(until)}`, { replace: true });
      endSession(queries);
      expectSessionEnd(false);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (password) remove.mutate();
  };
  const wrong = isRefusal(remove.error, 'password_wrong');
  return (
    <form onSubmit={submit} className={styles['steps']} noValidate>
      <Credits />
      <p>{t('delete.confirm_text')}</p>
      {remove.error && !wrong && <Alert tone="error" title={errorText(remove.error)} />}
      <Textarea
        label={t(reason === 'other' ? 'delete.which_reason' : 'delete.remarks')}
        name="remarks"
        rows={3}
        maxLength={MOST_REMARKS}
        value={remarks}
        onChange={(event) => onRemarks(event.target.value)}
      />
      <PasswordInput
        label={t('delete.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={sent && !password ? fieldText('required') : wrong ? errorText(remove.error) : undefined}
      />
      <div className={styles['actions']}>
        <Button look="secondary" onClick={onStay}>
          {t('delete.stay')}
        </Button>
        <Button type="submit" look="danger" busy={remove.isPending}>
          {t('delete.confirm')}
        </Button>
      </div>
    </form>
  );
}
