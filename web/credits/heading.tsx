import type { TFunction } from 'i18next';
import { Trans } from '#web/i18n/translate.tsx';

/** A heading whose one stressed word is marked `<em>` in its text. */
export const Heading = ({ t, text }: { t: TFunction<never>; text: string }) => <Trans t={t} i18nKey={text as never} components={{ em: <em /> }} />;
