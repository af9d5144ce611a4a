import type { ComponentProps, FormEvent } from 'react';
import { useNavigate } from './hooks.ts';

/** A form whose fields become the query of the same path, such as filters. Without script the browser does that. */
export function QueryForm({ onSubmit, ...form }: Omit<ComponentProps<'form'>, 'action' | 'method'>) {
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    onSubmit?.(event as never);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const fields = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    const query = new URLSearchParams();
    for (const [name, value] of fields) if (typeof value === 'string') query.append(name, value);
    void navigate(`?${query}`);
  };
  return <form {...form} onSubmit={submit} />;
}
