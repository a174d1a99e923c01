import * as z from 'zod/mini'
import { byId, operation } from './operation.ts'
import { someOf, text, texts, uint64, whole } from './query.ts'

export const secretStatuses = [
  'FINDING_STATUS_OPEN',
  'FINDING_STATUS_IGNORED',
  'FINDING_STATUS_FIXED',
  'FINDING_STATUS_REMOVED',
  'FINDING_STATUS_UNKNOWN',
] as const
export const secretSeverities = [
  'SEVERITY_CRITICAL',
  'SEVERITY_HIGH',
  'SEVERITY_MEDIUM',
  'SEVERITY_LOW',
] as const
export const validationStates = [
  'VALIDATION_STATE_CONFIRMED_VALID',
  'VALIDATION_STATE_CONFIRMED_INVALID',
  'VALIDATION_STATE_VALIDATION_ERROR',
  'VALIDATION_STATE_NO_VALIDATOR',
] as const

export const listSecrets = operation({
  id: 'listSecrets',
  method: 'GET',
  path: `${byId}/secrets`,
  mark: 'named',
  summary: 'List secrets; the secret itself is never stored and never answered',
  scopes: ['findings:read'],
  query: {
    cursor: z.union([z.literal(''), uint64], { error: () => 'is not a cursor of an answer' }),
    limit: whole(1, 3000),
    since: text(40),
    status: someOf(secretStatuses),
    severity: someOf(secretSeverities),
    validation_state: someOf(validationStates),
    repo: texts,
  },
})
