import { requireDetail } from './detail.ts'
import { readFindings } from './dialects.ts'
import { readSecrets } from './secrets.ts'

type Query = Readonly<Record<string, unknown>>

/**
 * Converts the responses of other services, by operation, to the documented form. `left_out` counts what could not be
 * read. Source: docs/api.md#other-services.
 */
export const documentedAnswers: Readonly<Record<string, (answer: unknown, query: Query) => unknown>> = {
  listFindings(answer, { issue_type }) {
    const type = issue_type === 'sca' ? 'sca' : 'sast'
    const { findings, leftOut } = readFindings(answer, type)
    return { [`${type}Findings`]: { findings }, left_out: leftOut }
  },
  listSecrets(answer) {
    const { findings, leftOut } = readSecrets(answer)
    return { findings, left_out: leftOut }
  },
  getFinding: requireDetail,
}
