import type { Me } from '#contract/responses/deployments.ts'
import { labels } from './labels.ts'

/** What every part of the settings is told. */
export interface SectionProps {
  me: Me
  deployment: Me['deployments'][number]
  administrator: boolean
}

/** Why somebody who is no administrator may not do what is for administrators. */
export const administratorsOnly = labels.administratorsOnly
