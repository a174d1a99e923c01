import * as z from 'zod/mini'
import { bySlug, operation } from './operation.ts'

export const resolveMatch = operation({
  id: 'resolveMatch',
  method: 'POST',
  path: `${bySlug}/findings/{id}/matches/{matchId}`,
  mark: 'extension',
  summary: 'Confirm or reject that a finding is the same as the one a scan matched it with',
  description:
    'The matches of a finding stand in its detail. Of a `candidate`, `same: true` gives the finding the decision of the other one, as a change that can be undone; `same: false` withdraws the offer. Of a `match`, `same: true` confirms it; `same: false` undoes it: what the scan reported becomes a finding of its own, and the finding stands as before. What was said not to be the same is not matched by later scans. 409 where the match was resolved before, or a later scan matched the finding again.',
  scopes: ['findings:triage'],
  body: z.object({ same: z.boolean() }),
  stale: ['findings', 'secrets', 'scans', 'projects', 'policies', 'me', 'audit'],
})
