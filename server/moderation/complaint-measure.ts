import type { ComplaintOutcome } from '#contract/lists/complaints.ts';
import type { MeasureKind } from '#contract/rules/measure-rules.ts';
import { refuseFields } from '../platform/http/refusal.ts';
import type { MeasureRequest } from './measures/measure-request.ts';
import type { Undo } from './measures/undo-measure.ts';

/** What a complaint is about. */
export interface ComplaintSubject {
  profile_id: number | null;
  photo_id: number | null;
  message_id: number | null;
  voice_intro_id: number | null;
}

interface Wanted extends Partial<Pick<MeasureRequest, 'ground' | 'facts' | 'days' | 'refund'>> {
  outcome: ComplaintOutcome;
}

const kinds: Record<ComplaintOutcome, MeasureKind | null> = {
  content_removed: 'content_removed',
  warned: 'warning',
  suspended: 'suspension',
  account_closed: 'ban',
  no_violation: null,
  answered: null,
};

/** Throws `invalid_fields` if the outcome implies a measure and a field of the measure is missing. */
export function completeReasons({ outcome, ground, facts, days }: Wanted) {
  const kind = kinds[outcome];
  if (!kind) return null;
  if (!ground) throw refuseFields({ ground: 'required' });
  if (!facts?.trim()) throw refuseFields({ facts: 'required' });
  if (kind === 'suspension' && !days) throw refuseFields({ days: 'required' });
  return { kind, ground, facts };
}

/**
 * The measure against the accused member that an outcome implies, or null. Throws `invalid_fields` if a field
 * of the measure is missing.
 */
export function measureOf(
  { profile_id, photo_id, message_id, voice_intro_id }: ComplaintSubject,
  wanted: Wanted & { id: number },
): MeasureRequest | null {
  const { id, outcome, days, refund } = wanted;
  const kind = kinds[outcome];
  const hasContent = photo_id !== null || message_id !== null || voice_intro_id !== null;
  if (kind && (profile_id === null || (kind === 'content_removed' && !hasContent)))
    throw refuseFields({ outcome: 'invalid' });
  const reasons = completeReasons(wanted);
  if (!reasons || profile_id === null) return null;
  const undo = kind === 'content_removed' ? undoOf(photo_id, voice_intro_id) : {};
  return { member: profile_id, ...reasons, days, refund, complaint: id, undo };
}

const undoOf = (photo: number | null, intro: number | null): Undo => ({
  ...(photo !== null && { photo }),
  ...(intro !== null && { voice_intro: intro }),
});
