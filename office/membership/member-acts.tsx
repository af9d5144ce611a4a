import { useState } from 'react';
import { correctableFields, type OfficeFile } from '#contract/office/members.ts';
import { MeasureFields, noReasons } from '#office/moderation/measure-fields.tsx';
import { TakeMeasure } from '#office/moderation/take-measure.tsx';
import { ChangeCredits } from '#office/pieces/change-credits.tsx';
import { choiceIn } from '#office/pieces/choice.ts';
import { May, useMay } from '#office/pieces/may.tsx';
import { useAct } from '#office/pieces/use-act.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useSettings } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, Textarea, TextInput } from '#web/ui/field.tsx';
import { Card } from '#web/ui/page.tsx';
import styles from '#office/pieces/office.module.css';

export function MemberActs({ file }: { file: OfficeFile }) {
  const { id } = file.member;
  return (
    <div className={styles['column']}>
      <May call="takeMeasure">
        <TakeMeasure member={id} verified={file.profile?.verified ?? false} holds={file.held} />
      </May>
      <May call="changeCredits">
        <Credits file={file} />
      </May>
      <May call="correctMember">
        <CorrectionForm file={file} />
      </May>
      <May call="signOutMember">
        <Leave file={file} />
      </May>
    </div>
  );
}

function Credits({ file }: { file: OfficeFile }) {
  const { t } = useTranslation('office/membership');
  const decide = useAct('decideCredits', { done: t('credits.decided'), refresh: ['adminMember'] });
  return (
    <Card title={t('credits.title')}>
      <ChangeCredits
        member={file.member.id}
        className={styles['form']}
        hint={t('credits.hint')}
        done={t('credits.sent')}
        refresh="adminMember"
      />
      {file.credit_changes.length > 0 && (
        <ul className={styles['list']}>
          {file.credit_changes.map((each) => (
            <li key={each.id}>
              <strong>
                {each.credits > 0 ? `+${each.credits}` : each.credits} · {t(`credits.states.${each.state}`)}
              </strong>
              <span className={styles['words']}>{each.reason}</span>
              <small className={styles['quiet']}>{each.asked_by}</small>
              {each.state === 'approval' && !each.own && (
                <div className={styles['buttons']}>
                  <Button size="s" onClick={() => decide.mutate({ id: each.id, approve: true })}>
                    {t('credits.approve')}
                  </Button>
                  <Button
                    size="s"
                    look="secondary"
                    onClick={() => decide.mutate({ id: each.id, approve: false })}
                  >
                    {t('credits.decline')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function CorrectionForm({ file }: { file: OfficeFile }) {
  const { t } = useTranslation('office/membership');
  const [field, setField] = useState<(typeof correctableFields)[number]>('about');
  const [value, setValue] = useState(file.profile?.about ?? '');
  const [reasons, setReasons] = useState(noReasons);
  const { mutate, isPending } = useAct('correctMember', {
    done: t('correct.done'),
    refresh: ['adminMember'],
  });
  if (!file.profile) return null;
  return (
    <Card title={t('correct.title')}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          mutate(
            { member: file.member.id, field, value, ground: reasons.ground, reason: reasons.facts },
            { onSuccess: () => setReasons(noReasons) },
          );
        }}
      >
        <Select
          label={t('correct.field')}
          value={field}
          options={correctableFields.map((each) => ({ value: each, label: t(`correct.fields.${each}`) }))}
          onChange={({ target }) => {
            const next = choiceIn(correctableFields, target.value) ?? field;
            setField(next);
            setValue(file.profile?.[next] ?? '');
          }}
        />
        {field === 'about' ? (
          <Textarea
            label={t('correct.value')}
            value={value}
            onChange={({ target }) => setValue(target.value)}
          />
        ) : (
          <TextInput
            label={t('correct.value')}
            type={field === 'date_of_birth' ? 'date' : 'text'}
            value={value}
            onChange={({ target }) => setValue(target.value)}
          />
        )}
        <MeasureFields value={reasons} onChange={setReasons} withDays={false} />
        <Button type="submit" look="secondary" busy={isPending}>
          {t('correct.do')}
        </Button>
      </form>
    </Card>
  );
}

function Leave({ file }: { file: OfficeFile }) {
  const mayDelete = useMay('deleteMember');
  const { t } = useTranslation('office/membership');
  const { reactivation_days } = useSettings();
  const [reason, setReason] = useState('');
  const signOut = useAct('signOutMember', { done: t('leave.signed_out'), refresh: ['adminMember'] });
  const remove = useAct('deleteMember', { done: t('leave.deleted'), refresh: ['adminMember'] });
  const member = file.member.id;
  return (
    <Card title={t('leave.title')}>
      <div className={styles['form']}>
        <Button look="secondary" busy={signOut.isPending} onClick={() => signOut.mutate({ member })}>
          {t('leave.sign_out')}
        </Button>
        {mayDelete && file.delete_requested_at === null && (
          <form
            className={styles['form']}
            onSubmit={(event) => {
              event.preventDefault();
              remove.mutate({ member, reason });
            }}
          >
            <TextInput
              label={t('leave.reason')}
              hint={t('leave.hint', { count: reactivation_days })}
              required
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
            <Button type="submit" look="danger" busy={remove.isPending}>
              {t('leave.delete')}
            </Button>
          </form>
        )}
      </div>
    </Card>
  );
}
