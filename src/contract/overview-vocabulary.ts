// Apart from the other values, which every page loads.

/** How a finding enters the backlog. Source: docs/api.md#overview. */
export const entryKinds = ['opened', 'reopened', 'unignored', 'became_primary'] as const
/** How a finding leaves the backlog. */
export const exitKinds = ['fixed', 'ignored', 'muted', 'removed', 'left_primary'] as const
/** How a finding in the backlog gets another severity. */
export const severityKinds = ['raised', 'lowered'] as const
export const flowKinds = [...entryKinds, ...exitKinds, ...severityKinds] as const
export type FlowKind = (typeof flowKinds)[number]
/** Findings that are in the backlog after a range of days; of these the ones that were not before it, and the reverse. */
export const standingKinds = ['open', 'added', 'gone'] as const
export type StandingKind = (typeof standingKinds)[number]
/** What a person or a pipeline did, in the recent activity of an overview. Source: docs/api.md#overview. */
export const activityKinds = [
  'triaged',
  'assigned',
  'triage_undone',
  'requested',
  'approved',
  'declined',
  'commented',
  'modes_changed',
  'exported',
  'settings_changed',
  'verdict',
] as const
/** The periods of an overview. Years have 52 weeks. */
export const overviewPeriods = ['30d', '90d', '1y', '2y'] as const
