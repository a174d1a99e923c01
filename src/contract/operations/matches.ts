import type { resolveMatchBody } from '../details/matches.ts'
import { bodyType, bySlug, operation } from '../operation.ts'

export const resolveMatch = operation({
  id: 'resolveMatch',
  method: 'POST',
  path: `${bySlug}/findings/{id}/matches/{matchId}`,
  scopes: ['findings:triage'],
  body: bodyType<typeof resolveMatchBody>(),
  stale: ['findings', 'secrets', 'scans', 'projects', 'policies', 'me', 'audit'],
})
