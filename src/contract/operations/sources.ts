import type { retireSourceBody } from '../details/sources.ts'
import { bodyType, bySlug, operation } from '../operation.ts'
import { searchName } from '../parameters/name.ts'

export const listSources = operation({
  id: 'listSources',
  method: 'GET',
  path: `${bySlug}/sources`,
  timed: true,
  scopes: ['findings:read'],
  query: { repo: searchName(500) },
})

export const retireSource = operation({
  id: 'retireSource',
  method: 'POST',
  path: `${bySlug}/sources/retire`,
  scopes: ['projects:write'],
  body: bodyType<typeof retireSourceBody>(),
  stale: ['findings', 'secrets', 'scans', 'projects', 'policies', 'dependencies', 'me', 'audit'],
})

export const restoreSource = operation({
  id: 'restoreSource',
  method: 'POST',
  path: `${bySlug}/sources/restore`,
  scopes: ['projects:write'],
  body: bodyType<typeof retireSourceBody>(),
  stale: retireSource.stale,
})
