/** What web/entry.server.tsx exports. */
export interface PageServer {
  respond(page: unknown): Promise<PageResponse>;
  translations(locale: string, namespace: string, words?: Record<string, string>): unknown;
}

export interface PageResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}
