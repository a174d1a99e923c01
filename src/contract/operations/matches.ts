import * as z from 'zod/mini'
import { bySlug, operation } from '../operation.ts'

export const resolveMatch = operation({
  id: 'resolveMatch',
  method: 'POST',
  path: `${bySlug}/findings/{id}/matches/{matchId}`,
  mark: 'extension',
  summary: 'Confirm or reject that a finding is the same as the one a scan matched it with',
  description:
    'The detail of a finding lists its matches. For a `candidate`, `same: true` copies the triage of the other finding, as a change that can be undone; `same: false` rejects the match. For a `match`, `same: true` confirms it; `same: false` undoes it: the result of the scan becomes a separate finding, and this finding returns to its previous state. Later scans do not match rejected findings again. Returns 409 if the match was already resolved, or if a later scan matched the finding again.',
  scopes: ['findings:triage'],
  body: z.object({ same: z.boolean() }),
  stale: ['findings', 'secrets', 'scans', 'projects', 'policies', 'me', 'audit'],
})
