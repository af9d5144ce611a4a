import { useSettings } from './use-session.ts';

/** Puts the site's `cdn_prefix` before the address of a photo, where one is set. */
export function usePhotoUrl(): (address: string) => string {
  const { cdn_prefix: prefix } = useSettings();
  return (address) => (prefix && address.startsWith('/') ? prefix.replace(/\/$/, '') + address : address);
}
