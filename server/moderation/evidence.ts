import type { MessageKind } from '#contract/chat/conversations.ts';
import type { PromptAnswer } from '#contract/rules/prompts.ts';

export interface VoiceIntroEvidence {
  id: number;
  storage_key: string;
  duration_ms: number;
  waveform: string;
}

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
    /** Absent from complaints made before there were voice introductions. */
    voice_intro?: VoiceIntroEvidence | null;
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
  voice_intro?: VoiceIntroEvidence & { member: number };
}

type EvidenceMessage = NonNullable<Evidence['message']>['messages'][number];

const foldersIn = ({ folder, album = [] }: EvidenceMessage): string[] => [
  ...(folder ? [folder] : []),
  ...album,
];

/** The folders of recordings, which are not among the pictures. */
export const voiceFolders = (evidence: Evidence): string[] => [
  ...(evidence.message?.messages ?? []).flatMap(({ folder, voice }) => (voice && folder ? [folder] : [])),
  ...introsIn(evidence).map(({ storage_key }) => storage_key),
];

/** The voice introduction that was reported, and that of the reported profile if it is another one. */
export function introsIn({ voice_intro: reported, profile }: Evidence): VoiceIntroEvidence[] {
  const shown = profile?.voice_intro;
  return [...(reported ? [reported] : []), ...(shown && shown.id !== reported?.id ? [shown] : [])];
}

export const foldersOf = (evidence: Evidence): string[] => {
  const { photo, message, profile } = evidence;
  return [
    ...new Set([
      ...(photo ? [photo.storage_key] : []),
      ...(message?.messages ?? []).flatMap(foldersIn),
      ...(profile?.photos ?? []).map(({ storage_key }) => storage_key),
      ...introsIn(evidence).map(({ storage_key }) => storage_key),
    ]),
  ];
};

export const subjectFolders = ({ photo, message }: Evidence): string[] => [
  ...(photo ? [photo.storage_key] : []),
  ...(message ? message.messages.filter(({ id }) => id === message.id).flatMap(foldersIn) : []),
];
