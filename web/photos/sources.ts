/** The widths of a photo (server/photos/process-photo.ts). One signature is valid for all of them. */
const WIDTHS = [160, 480, 960] as const;

export const photoSources = (address: string) =>
  WIDTHS.map((width) => `${photoOfWidth(address, width)} ${width}w`).join(', ');

export const photoOfWidth = (address: string, width: (typeof WIDTHS)[number]) =>
  address.replace(/\/\d+\?/, `/${width}?`);
