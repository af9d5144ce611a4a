import { type ComponentProps, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { IconButton } from './button.tsx';
import { TextInput } from './field.tsx';
import { IconEye, IconEyeOff } from './icons.ts';

export function PasswordInput(props: Omit<ComponentProps<typeof TextInput>, 'type' | 'end'>) {
  const { t } = useTranslation('common');
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          size="s"
          label={t(shown ? 'password.hide' : 'password.show')}
          data-waits-for-app=""
          onClick={() => setShown(!shown)}
        >
          {shown ? <IconEyeOff size={20} /> : <IconEye size={20} />}
        </IconButton>
      }
    />
  );
}
