import { notFound } from '#web/session/screen-data.ts';

export function load(): never {
  throw notFound();
}

export default function NotFound() {
  return null;
}
