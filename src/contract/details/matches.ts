import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'

export const resolveMatchBody = z.object({ same: z.boolean() })

export const details = {
  resolveMatch: {
    mark: 'extension',
    summary: 'Confirm or reject that a finding is the same as the one a scan matched it with',
    description:
      'The detail of a finding lists its matches. For a `candidate`, `same: true` copies the triage of the other finding, as a change that can be undone; `same: false` rejects the match. For a `match`, `same: true` confirms it; `same: false` undoes it: the result of the scan becomes a separate finding, and this finding returns to its previous state. Later scans do not match rejected findings again. Returns 409 if the match was already resolved, or if a later scan matched the finding again.',
    body: resolveMatchBody,
  },
} satisfies Record<string, OperationDetails>
