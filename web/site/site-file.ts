import type { RequestScope } from '#web/session/screen-data.ts';

interface SiteFileRequest extends RequestScope {
  /** Address of the site, such as `https://liaison.example`. */
  origin: string;
}

export interface SiteFileReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A file that the server writes for a site, such as its `robots.txt`. */
export type SiteFile = (request: SiteFileRequest) => SiteFileReply;

/** A file that browsers keep for an hour. */
export const fileOf = (type: string, body: string): SiteFileReply => ({
  status: 200,
  headers: { 'content-type': type, 'cache-control': 'public, max-age=3600' },
  body,
});
