import { paths, type Search, withSearch } from './paths.ts'

/** The settings sections with a URL of their own. */
export type SettingsSection =
  | 'people'
  | 'teams'
  | 'tokens'
  | 'webhooks'
  | 'sessions'
  | 'notifications'
  | 'audit'
  | 'due-dates'
  | 'retention'
  | 'appearance'

/**
 * Escapes a name with slashes as the end of a path. A dot segment would refer to a parent, so the slashes are escaped
 * too if there is one.
 */
function segments(name: string): string {
  const escaped = encodeURIComponent(name)
  return /(^|\/)\.{1,2}(\/|$)/.test(name) ? escaped : escaped.replaceAll('%2F', '/')
}

/**
 * The URLs below the pages of a deployment, separate from `paths`, since the findings list needs none of them. A test
 * runs each through the real route table. `deployment` is the slug.
 */
export const settingsPaths = {
  acceptedRisks: (deployment: string, search?: Search) =>
    withSearch(`${paths.deployment(deployment)}/accepted-risks`, search),
  approvals: (deployment: string) => `${paths.deployment(deployment)}/approvals`,
  inbox: (deployment: string, search?: Search) => withSearch(`${paths.deployment(deployment)}/inbox`, search),
  project: (deployment: string, name: string, search?: Search) =>
    withSearch(`${paths.projects(deployment)}/${segments(name)}`, search),
  /** A policy with its rules. */
  policy: (deployment: string, id: string, search?: Search) =>
    withSearch(`${paths.policies(deployment)}/${encodeURIComponent(id)}`, search),
  rule: (deployment: string, rulePath: string) =>
    `${paths.deployment(deployment)}/rules/${segments(rulePath)}`,
  scan: (deployment: string, id: number | string, search?: Search) =>
    withSearch(`${paths.scans(deployment)}/${encodeURIComponent(id)}`, search),
  settings: (deployment: string, section: SettingsSection, search?: Search) =>
    withSearch(`${paths.settings(deployment)}/${section}`, search),
} as const
