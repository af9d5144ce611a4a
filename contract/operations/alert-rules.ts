/** What an alert is about, in the order of the office's screen. */
export const alertRules = [
  'jobs_failed',
  'jobs_late',
  'backup_old',
  'gateway_failing',
  'mail_bounces',
  'doctor_problem',
  'complaints_late',
  'experiment_stopped',
] as const;

export type AlertRule = (typeof alertRules)[number];
