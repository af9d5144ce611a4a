import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CallBody } from '#contract/calls.ts';
import { type Locale, localeNames, locales } from '#contract/lists/locales.ts';
import {
  type AnnouncementAudience,
  type AnnouncementType,
  announcementTypes,
} from '#contract/notifications/calls.ts';
import { DEFAULT_SITE } from '#contract/site-settings/sites.ts';
import { type AnnouncementWords } from '#contract/texts.ts';
import { choiceIn } from '#office/pieces/choice.ts';
import { Editable } from '#office/pieces/may.tsx';
import { officeLoad } from '#office/pieces/office-load.ts';
import { Unsaved } from '#office/pieces/unsaved.tsx';
import { MailFrame } from '#office/texts/mail-frame.tsx';
import { sitesQuery } from '#office/texts/place.tsx';
import { TestMail } from '#office/texts/test-mail.tsx';
import { useSettled } from '#office/texts/use-settled.ts';
import { useFormats } from '#web/i18n/format.ts';
import { useLocale } from '#web/i18n/locale-links.tsx';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useNavigate } from '#web/router/hooks.ts';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useApi, useMember } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup, TextInput } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Card, Page } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { isWhole, WordsFields } from './announcement-words.tsx';
import { AudienceFields } from './audience-fields.tsx';
import styles from '#office/texts/texts.module.css';

export const load = officeLoad(sitesQuery);
export const handle = { i18n: ['office/notifications', 'office/texts', 'errors'] };

type Texts = Partial<Record<Locale, AnnouncementWords>>;

export default function NewAnnouncement() {
  const { t } = useTranslation(['office/notifications', 'office/texts']);
  const sites = useQuery(sitesQuery).data?.sites ?? [];
  const [clientId] = useState(() => crypto.randomUUID());
  const [type, setType] = useState<AnnouncementType>('news');
  const [texts, setTexts] = useState<Texts>({});
  const [language, setLanguage] = useState<Locale>(useLocale());
  const { audience, wanted, setAudience } = useAudience();
  const { host, languages } = sites[0] ?? { host: DEFAULT_SITE, languages: [] };
  const [at, setAt] = useState('');
  const [asking, setAsking] = useState(false);
  const { whole, halves, begun, ready } = sortedTexts(texts);
  const size = useSize({ type, texts: whole, audience });
  const send = useSend();
  const template = type === 'news' ? 'news' : 'promotion';
  const words = whole[language] ?? null;
  return (
    <Page title={t('new')} lead={t('new_lead')}>
      <Unsaved when={begun && !send.isPending && !send.isSuccess} />
      <Editable by="adminAnnounce">
        <div className={styles['editor']}>
          <div className={styles['stack']}>
            <Card title={t('what')}>
              <div className={styles['form']}>
                <TypeField type={type} onType={setType} />
                <WordsFields
                  languages={languages}
                  language={language}
                  onLanguage={setLanguage}
                  texts={texts}
                  onChange={setTexts}
                />
              </div>
            </Card>
            <Card title={t('who')}>
              <AudienceFields sites={sites} audience={wanted} onChange={setAudience} />
            </Card>
            <StartField at={at} onAt={setAt} />
          </div>
          <div className={styles['stack']}>
            <Reach size={size} ready={Object.keys(whole).length > 0} />
            <HalfWritten languages={halves} />
            <div className={styles['buttons']}>
              <Button disabled={!ready || !size} onClick={() => setAsking(true)}>
                {t(at ? 'schedule' : 'send')}
              </Button>
              {words && <TestMail template={template} place={{ host, language }} announcement={words} />}
            </div>
            {words && <MailFrame template={template} host={host} language={language} announcement={words} />}
          </div>
        </div>
      </Editable>
      <ConfirmSending
        open={asking}
        onClose={() => setAsking(false)}
        scheduled={at !== ''}
        members={size?.members ?? 0}
        send={send}
        onSend={() =>
          send.mutate({
            client_id: clientId,
            type,
            texts: whole,
            audience,
            ...(at && { starts_at: new Date(at).toISOString() }),
          })
        }
      />
    </Page>
  );
}

/** The audience as chosen, and as sent: operators of some sites reach only the members of these. */
function useAudience() {
  const own = useMember().office_sites;
  const [wanted, setAudience] = useState<AnnouncementAudience>({});
  const audience = useMemo(
    () => (own && !wanted.hosts?.length ? { ...wanted, hosts: own } : wanted),
    [own, wanted],
  );
  return { audience, wanted, setAudience };
}

function sortedTexts(texts: Texts) {
  const whole: Texts = {};
  const halves: Locale[] = [];
  for (const locale of locales) {
    const words = texts[locale];
    if (!words) continue;
    if (isWhole(words)) whole[locale] = words;
    else if (words.subject || words.text) halves.push(locale);
  }
  const hasWhole = Object.keys(whole).length > 0;
  return { whole, halves, begun: hasWhole || halves.length > 0, ready: hasWhole && halves.length === 0 };
}

function HalfWritten({ languages }: { languages: readonly Locale[] }) {
  const { t } = useTranslation('office/notifications');
  if (languages.length === 0) return null;
  const names = languages.map((locale) => localeNames[locale]).join(', ');
  return <Alert tone="warning">{t('half', { languages: names })}</Alert>;
}

function StartField({ at, onAt }: { at: string; onAt: (at: string) => void }) {
  const { t } = useTranslation('office/notifications');
  return (
    <Card title={t('when')}>
      <TextInput
        type="datetime-local"
        label={t('at')}
        hint={t('at_hint')}
        value={at}
        onChange={(event) => onAt(event.target.value)}
      />
    </Card>
  );
}

function TypeField({ type, onType }: { type: AnnouncementType; onType: (type: AnnouncementType) => void }) {
  const { t } = useTranslation(['office/notifications', 'office/texts']);
  return (
    <RadioGroup
      label={t('type')}
      name="type"
      value={type}
      options={announcementTypes.map((value) => ({ value, label: t(`office/texts:mails.types.${value}`) }))}
      onChange={(value) => onType(choiceIn(announcementTypes, value) ?? 'news')}
    />
  );
}

function ConfirmSending({
  open,
  onClose,
  scheduled,
  members,
  send,
  onSend,
}: {
  open: boolean;
  onClose: () => void;
  scheduled: boolean;
  members: number;
  send: ReturnType<typeof useSend>;
  onSend: () => void;
}) {
  const { t } = useTranslation('office/notifications');
  const title = t(scheduled ? 'schedule' : 'send');
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <Button busy={send.isPending} onClick={onSend}>
          {title}
        </Button>
      }
    >
      <p>{t('sure', { count: members })}</p>
      <SendFault error={send.error} />
    </Modal>
  );
}

function SendFault({ error }: { error: unknown }) {
  const { t } = useTranslation('office/notifications');
  const { errorText, fieldTexts } = useErrorText();
  if (!error) return null;
  return <Alert tone="error">{fieldTexts(error)['starts_at'] ? t('at_wrong') : errorText(error)}</Alert>;
}

function useSize({
  type,
  texts,
  audience,
}: {
  type: AnnouncementType;
  texts: Texts;
  audience: AnnouncementAudience;
}) {
  const api = useApi();
  const asked = useSettled({ type, languages: Object.keys(texts), audience });
  const body = {
    type: asked.type,
    texts: Object.fromEntries(asked.languages.map((one) => [one, { subject: '-', text: '-' }])),
    audience: asked.audience,
  };
  return useQuery({
    queryKey: ['adminAudienceSize', asked],
    queryFn: () => api.call('adminAudienceSize', { body }),
    enabled: asked.languages.length > 0,
    staleTime: 0,
  }).data;
}

function Reach({ size, ready }: { size: ReturnType<typeof useSize>; ready: boolean }) {
  const { t } = useTranslation('office/notifications');
  const formats = useFormats();
  return (
    <section className={styles['reach']} aria-live="polite">
      <strong>{ready && size ? formats.number(size.members) : '–'}</strong>
      <p>{ready && size ? t('members', { count: size.members }) : t('no_words')}</p>
      {ready && size && size.languages.length > 1 && (
        <p className={styles['quiet']}>
          {size.languages
            .map((one) => `${localeNames[one.language]}: ${formats.number(one.members)}`)
            .join(' · ')}
        </p>
      )}
      <p className={styles['quiet']}>{t('preferences')}</p>
    </section>
  );
}

function useSend() {
  const { t } = useTranslation('office/notifications');
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: CallBody<'adminAnnounce'>) => api.call('adminAnnounce', { body }),
    async onSuccess(_, { starts_at }) {
      toast('success', t(starts_at ? 'queued_later' : 'queued'));
      await queries.invalidateQueries({ queryKey: ['adminAnnouncements'] });
      void navigate('/admin/announcements');
    },
  });
}
