export type DeviceProblem = 'denied' | 'missing' | 'busy' | 'unsupported' | 'failed';

/** Why a request for the microphone or the camera failed. */
export function deviceProblem(error: unknown): DeviceProblem {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotSupportedError':
      return 'unsupported';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    default:
      return 'failed';
  }
}
