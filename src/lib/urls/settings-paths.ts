import { paths, type Search, withSearch } from './paths.ts'

/** The parts of the settings that have an address of their own. */
export type SettingsSection = 'tokens' | 'sessions' | 'audit' | 'appearance'

/** A name with slashes as the end of a path. A part of dots alone would go up, so with one the slashes are escaped, too. */
function segments(name: string): string {
  const escaped = encodeURIComponent(name)
  return /(^|\/)\.{1,2}(\/|$)/.test(name) ? escaped : escaped.replaceAll('%2F', '/')
}

/**
 * The addresses below the pages of a deployment, apart from `paths`, since the list of findings needs none of them.
 * A test runs each through the real route table. `deployment` is the slug.
 */
export const settingsPaths = {
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
