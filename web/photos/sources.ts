/** The widths a photo comes in (server/photos/process-photo.ts); one signature opens them all. */
const WIDTHS = [160, 480, 960] as const;

/** `srcset` of an open photo, from any of its signed addresses. */
export const photoSources = (address: string) => WIDTHS.map((width) => `${photoOfWidth(address, width)} ${width}w`).join(', ');

/** The address of an open photo in one of its widths. */
export const photoOfWidth = (address: string, width: (typeof WIDTHS)[number]) => address.replace(/\/\d+\?/, `/${width}?`);
