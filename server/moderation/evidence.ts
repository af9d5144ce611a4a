import type { MessageKind } from '#contract/enums.ts';

/** What a complaint speaks of, as it was when it came: `complaints.evidence`. */
export interface Evidence {
  profile?: {
    id: number;
    name: string;
    kind: string;
    gender: string;
    country: string;
    city: string | null;
    about: string | null;
    photos: { id: number; storage_key: string }[];
  };
  message?: {
    id: number;
    conversation: number;
    /** Who is complained about. */
    sender: number;
    /** The message with those around it; `folder` names the files of an image. */
    messages: { id: number; sender_id: number; kind: MessageKind; body: string | null; gift: string | null; created_at: string; folder: string | null }[];
  };
  photo?: { id: number; member: number; storage_key: string };
}

/** The files that must stay while the evidence does, what the complaint is about first. */
export const foldersOf = ({ photo, message, profile }: Evidence): string[] => [
  ...new Set([
    ...(photo ? [photo.storage_key] : []),
    ...(message?.messages ?? []).flatMap(({ folder }) => folder ?? []),
    ...(profile?.photos ?? []).map(({ storage_key }) => storage_key),
  ]),
];

/** The files that the complaint itself is about, not only what stood around it. */
export const subjectFolders = ({ photo, message }: Evidence): string[] => [
  ...(photo ? [photo.storage_key] : []),
  ...(message?.messages ?? []).flatMap(({ id, folder }) => (id === message!.id && folder ? [folder] : [])),
];
