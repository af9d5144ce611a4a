import type { MessageKind } from '#contract/chat/conversations.ts';
import type { PromptAnswer } from '#contract/rules/prompts.ts';

export interface Evidence {
  profile?: {
    id: number;
    name: string;
    kind: string;
    gender: string;
    country: string;
    city: string | null;
    about: string | null;
    /** Absent from complaints made before profiles had prompts. */
    prompts?: PromptAnswer[];
    photos: { id: number; storage_key: string }[];
  };
  message?: {
    id: number;
    conversation: number;
    sender: number;
    messages: {
      id: number;
      sender_id: number;
      kind: MessageKind;
      body: string | null;
      gift: string | null;
      created_at: string;
      /** The texts before each edit, absent from older complaints. */
      former?: { text: string; until: string }[] | null;
      reactions?: { sender: string | null; recipient: string | null };
      folder: string | null;
      /** The folders of an album's pictures after the first. Absent from complaints made before there were albums. */
      album?: string[];
      /** Of a voice message, whose folder has the recording. Absent from complaints made before there were any. */
      voice?: { duration_ms: number; waveform: string } | null;
    }[];
  };
  photo?: { id: number; member: number; storage_key: string };
}

type EvidenceMessage = NonNullable<Evidence['message']>['messages'][number];

const foldersIn = ({ folder, album = [] }: EvidenceMessage): string[] => [
  ...(folder ? [folder] : []),
  ...album,
];

/** The folders of recordings, which are not among the pictures. */
export const voiceFolders = ({ message }: Evidence): string[] =>
  (message?.messages ?? []).flatMap(({ folder, voice }) => (voice && folder ? [folder] : []));

export const foldersOf = ({ photo, message, profile }: Evidence): string[] => [
  ...new Set([
    ...(photo ? [photo.storage_key] : []),
    ...(message?.messages ?? []).flatMap(foldersIn),
    ...(profile?.photos ?? []).map(({ storage_key }) => storage_key),
  ]),
];

export const subjectFolders = ({ photo, message }: Evidence): string[] => [
  ...(photo ? [photo.storage_key] : []),
  ...(message ? message.messages.filter(({ id }) => id === message.id).flatMap(foldersIn) : []),
];
