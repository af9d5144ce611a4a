import { refuseFields } from '../../platform/http/refusal.ts';

export function searchName(text: string): string {
  const name = text.trim();
  if (name === '') throw refuseFields({ name: 'required' });
  return name;
}
