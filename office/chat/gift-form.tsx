import { type FormEvent, useState } from 'react';
import { type OfficeGift, ownGiftId } from '#contract/chat/gifts.ts';
import { localeNames, locales } from '#contract/lists/locales.ts';
import { isGift } from '#contract/rules/chat-rules.ts';
import { useSave } from '#office/pieces/use-save.ts';
import type { Api } from '#web/api.ts';
import { useTranslation } from '#web/i18n/translate.tsx';
import { useErrorText } from '#web/session/use-error-text.ts';
import { useSettings } from '#web/session/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field, TextInput } from '#web/ui/field.tsx';
import styles from './catalogue.module.css';

export function GiftForm({ gift, position }: { gift: OfficeGift | null; position: number }) {
  const { t } = useTranslation('office/chat');
  const { errorText, fieldTexts } = useErrorText();
  const [id, setId] = useState(() => gift?.id ?? ownGiftId());
  const save = useSave(saveGift, { done: t('saved'), refresh: ['adminGifts', 'gifts'] });
  const submit = (event: FormEvent<HTMLFormElement>, active: boolean) => {
    event.preventDefault();
    const form = event.currentTarget;
    save.mutate(
      { ...giftOf(form), id, active, isNew: gift === null },
      {
        onSuccess() {
          if (gift) return;
          form.reset();
          setId(ownGiftId());
        },
      },
    );
  };
  const errors = fieldTexts(save.error);
  const fault = errors['names']
    ? t('gifts.names_needed')
    : errors['picture']
      ? t('gifts.picture_needed')
      : (errors['file'] ?? errorText(save.error));
  return (
    <form className={styles['form']} onSubmit={(event) => submit(event, gift?.active ?? true)} noValidate>
      <div className={styles['grid']}>
        <TextInput
          name="credits"
          label={t('gifts.price')}
          hint={t('gifts.price_hint')}
          inputMode="numeric"
          maxLength={4}
          defaultValue={gift?.credits ?? ''}
          error={errors['credits']}
        />
        <TextInput
          name="position"
          label={t('gifts.place')}
          inputMode="numeric"
          maxLength={4}
          defaultValue={position}
          error={errors['position']}
        />
      </div>
      {!isGift(id) && <OwnGiftFields gift={gift} />}
      {save.error && !errors['credits'] && !errors['position'] && <Alert tone="error">{fault}</Alert>}
      <div className={styles['buttons']}>
        <Button type="submit" busy={save.isPending}>
          {t(gift ? 'save' : 'gifts.make')}
        </Button>
        {gift && (
          <Button
            look="secondary"
            busy={save.isPending}
            onClick={() => save.mutate({ ...gift, active: !gift.active, file: null, isNew: false })}
          >
            {t(gift.active ? 'gifts.retire' : 'gifts.offer')}
          </Button>
        )}
      </div>
    </form>
  );
}

/**
 * Sends anything that is not a number as typed, for the server to reject. NaN would be sent as null, which
 * means the default price.
 */
const numberOrWords = (typed: string): number => (/^\d+$/.test(typed) ? Number(typed) : (typed as never));

type GiftChange = Pick<OfficeGift, 'id' | 'credits' | 'names' | 'position' | 'active'> & {
  file: File | null;
  isNew: boolean;
};

/**
 * Saves a gift. A new gift is stored, gets its image, and only then becomes available. A retry continues with
 * the step that failed.
 */
async function saveGift(api: Api, { id, credits, names, position, active, file, isNew }: GiftChange) {
  const body = { id, credits, names, position };
  if (isNew) await api.call('saveGift', { body: { ...body, active: false } });
  if (file) {
    const picture = new FormData();
    picture.set('id', id);
    picture.set('file', file);
    await api.call('giftPicture', { body: picture });
  }
  await api.call('saveGift', { body: { ...body, active } });
}

function OwnGiftFields({ gift }: { gift: OfficeGift | null }) {
  const { t } = useTranslation('office/chat');
  const { languages } = useSettings();
  return (
    <>
      <div className={styles['grid']}>
        {[...new Set([...languages, ...Object.keys(gift?.names ?? {})])].map((language) => (
          <TextInput
            key={language}
            name={`name ${language}`}
            label={t('gifts.name_in', { language: localeNames[language as keyof typeof localeNames] })}
            maxLength={40}
            defaultValue={gift?.names[language]}
          />
        ))}
      </div>
      <Field label={t('gifts.picture')} hint={t('gifts.picture_hint')}>
        {(wiring) => (
          <input {...wiring} type="file" name="picture" accept="image/png,image/jpeg,image/webp,image/avif" />
        )}
      </Field>
    </>
  );
}

function giftOf(form: HTMLFormElement): Pick<GiftChange, 'credits' | 'names' | 'position' | 'file'> {
  const typed = new FormData(form);
  const credits = String(typed.get('credits')).trim();
  const file = typed.get('picture');
  const names = locales.flatMap((language) => {
    const name = String(typed.get(`name ${language}`) ?? '').trim();
    return name ? [[language, name]] : [];
  });
  return {
    credits: credits === '' ? null : numberOrWords(credits),
    names: Object.fromEntries(names) as Record<string, string>,
    position: numberOrWords(String(typed.get('position')).trim()),
    file: file instanceof File && file.size > 0 ? file : null,
  };
}
