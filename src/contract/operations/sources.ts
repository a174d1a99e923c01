import * as z from 'zod/mini'
import { bySlug, operation } from '../operation.ts'
import { searchName } from '../parameters/name.ts'

export const listSources = operation({
  id: 'listSources',
  method: 'GET',
  path: `${bySlug}/sources`,
  mark: 'extension',
  summary: 'List the sources of a project: each tool with its category and last scan',
  description:
    '`silent` is true if the last full scan of the primary branch by this source is older than those of the other sources by more than seven days and by more than twice its usual interval. A retired source is listed until it reports again.',
  timed: true,
  scopes: ['findings:read'],
  query: { repo: searchName(500) },
})

export const retireSource = operation({
  id: 'retireSource',
  method: 'POST',
  path: `${bySlug}/sources/retire`,
  mark: 'extension',
  summary: 'Retire a source that no longer reports',
  description:
    'Removes its open findings from all refs of the project and stops listing its lockfiles. The source can be restored within 24 hours. It becomes active again when it reports.',
  scopes: ['projects:write'],
  body: z.object({
    repo: searchName(500).check(z.minLength(1)),
    tool: z.string().check(z.minLength(1), z.maxLength(200)),
    category: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  }),
  stale: ['findings', 'secrets', 'scans', 'projects', 'policies', 'dependencies', 'me', 'audit'],
})

export const restoreSource = operation({
  id: 'restoreSource',
  method: 'POST',
  path: `${bySlug}/sources/restore`,
  mark: 'extension',
  summary: 'Restore a retired source with its findings, within 24 hours',
  scopes: ['projects:write'],
  body: retireSource.body,
  stale: retireSource.stale,
})
