import type { Me } from '#contract/responses/deployments.ts'
import { labels } from './labels.ts'

/** The props of every settings section. */
export interface SectionProps {
  me: Me
  deployment: Me['deployments'][number]
  administrator: boolean
}

/** Why a person who is not an administrator may not perform an administrator's action. */
export const administratorsOnly = labels.administratorsOnly
