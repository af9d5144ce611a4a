import { useQueryClient, useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import { localeNames, locales } from '#contract/lists/locales.ts';
import type { SiteChoice } from '#contract/site-settings/sites.ts';
import { choiceIn } from '#office/pieces/choice.ts';
import { textsOf } from '#office/pieces/form-texts.ts';
import { useSiteName } from '#office/pieces/sites-choice.tsx';
import { CopyButton } from '#web/access-tokens/copy-button.tsx';
import { isRefusal } from '#web/api.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember, useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select, TextInput } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Card } from '#web/ui/page.tsx';
import styles from '#office/pieces/office.module.css';

const DAYS = [3, 7, 14, 30, 90, 365];

/** Mails an invitation, or makes a link to hand over if the address is left empty. */
export function Invite({ sites }: { sites: readonly SiteChoice[] }) {
  const { t } = useTranslation(['office/membership', 'office/frame']);
  const api = useApi();
  const queries = useQueryClient();
  const { errorText, fieldTexts } = useErrorText();
  const languages = useSettings().languages ?? locales;
  const locale = useLocale();
  const [made, setMade] = useState<{ link: string; email: string | null } | null>(null);
  const invite = useMutation({
    mutationFn: (body: CallBody<'addInvitation'>) => api.call('addInvitation', { body }),
    onSuccess: ({ link }, { email }) => {
      setMade({ link, email });
      return queries.invalidateQueries({ queryKey: ['adminInvitations'] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { email = '', language = '', days, site } = textsOf(form);
    invite.mutate(
      {
        email: email.trim() || null,
        language: choiceIn(languages, language) ?? locale,
        days: Number(days),
        site: site || null,
      },
      { onSuccess: () => form.reset() },
    );
  };
  const errors = fieldTexts(invite.error);
  return (
    <Card title={t('invitations.invite')}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        {invite.error && !isRefusal(invite.error, 'invalid_fields') && (
          <Alert tone="error" title={errorText(invite.error)} />
        )}
        <TextInput
          name="email"
          type="email"
          autoComplete="off"
          label={t('members.email')}
          hint={t('invitations.email_hint')}
          error={errors['email']}
        />
        <Select
          name="language"
          label={t('invitations.language')}
          defaultValue={locale}
          options={languages.map((value) => ({ value, label: localeNames[value] }))}
        />
        <Select
          name="days"
          label={t('invitations.days')}
          defaultValue="14"
          options={DAYS.map((count) => ({ value: String(count), label: t('invitations.day', { count }) }))}
        />
        <SiteSelect sites={sites} />
        <Button type="submit" busy={invite.isPending}>
          {t('invitations.invite')}
        </Button>
      </form>
      <Modal open={made !== null} onClose={() => setMade(null)} title={t('invitations.ready')} size="s">
        <div className={styles['form']}>
          <p>
            {made?.email
              ? t('invitations.ready_mailed', { email: made.email })
              : t('invitations.ready_by_hand')}
          </p>
          <code className={styles['secret']}>{made?.link}</code>
          <CopyButton text={made?.link ?? ''} />
        </div>
      </Modal>
    </Card>
  );
}

function SiteSelect({ sites }: { sites: readonly SiteChoice[] }) {
  const { t } = useTranslation(['office/membership', 'office/frame']);
  const nameOf = useSiteName(sites);
  const limited = useMember().office_sites !== undefined;
  const [only, another] = sites;
  if (!another) return limited && only && <input type="hidden" name="site" value={only.host} />;
  return (
    <Select
      name="site"
      label={t('invitations.site')}
      options={[
        ...(limited ? [] : [{ value: '', label: t('office/frame:sites.all') }]),
        ...sites.map(({ host }) => ({ value: host, label: nameOf(host) })),
      ]}
    />
  );
}
