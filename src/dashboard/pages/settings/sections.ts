import { paths } from '#lib/urls/paths.ts'
import { type SettingsSection, settingsPaths } from '#lib/urls/settings-paths.ts'

/** The settings sections in order; the first is shown at the base URL. */
export const sections = [
  'general',
  'people',
  'teams',
  'tokens',
  'webhooks',
  'sessions',
  'notifications',
  'audit',
  'due-dates',
  'retention',
  'appearance',
] as const
export type Section = (typeof sections)[number]

const hasOwnAddress = (section: Section): section is SettingsSection => section !== 'general'

export function sectionPath(deployment: string, section: Section): string {
  return hasOwnAddress(section) ? settingsPaths.settings(deployment, section) : paths.settings(deployment)
}

/** Returns the section that a URL names; undefined if it names none. */
export function sectionOf(name: string | undefined): Section | undefined {
  return sections.find((section) => section === (name ?? 'general'))
}
