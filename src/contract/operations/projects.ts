import * as z from 'zod/mini'
import type {
  mergeProjectBody,
  patchProjectBody,
  refBody,
  renameProjectBody,
  splitProjectBody,
} from '../details/projects.ts'
import { bodyType, bySlug, operation } from '../operation.ts'
import { searchName, searchNames } from '../parameters/name.ts'
import { enumList, enumValue, flag, listOf, uint64, wholeNumber } from '../parameters/query.ts'

/** Values of `last_scan`, or `older_than:<days>`. */
const lastScan = z.string().check(
  z.regex(/^(never|failed|running|older_than:\d{1,4})$/, {
    error: 'is not one of never, failed, running, older_than:<days>',
  }),
)

export const projectsQuery = {
  page: wholeNumber(0, 4294967295),
  page_size: wholeNumber(1, 3000),
  q: searchName(500),
  project_tags: searchNames,
  policy_ids: listOf(uint64, 1000),
  last_scan: lastScan,
  managed: flag,
  no_primary: flag,
  open_critical: flag,
  sort: enumValue([
    'name',
    '-name',
    'latest_scan_at',
    '-latest_scan_at',
    'open',
    '-open',
    'open_critical',
    '-open_critical',
  ]),
  include: enumList(['summary', 'facets']),
} as const

export const listProjects = operation({
  id: 'listProjects',
  method: 'GET',
  path: `${bySlug}/projects`,
  timed: true,
  scopes: ['findings:read'],
  query: projectsQuery,
})

export const getProject = operation({
  id: 'getProject',
  method: 'GET',
  path: `${bySlug}/projects/{projectName}`,
  scopes: ['findings:read'],
  query: { include: enumList(['summary']) },
})

export const patchProject = operation({
  id: 'patchProject',
  method: 'PATCH',
  path: `${bySlug}/projects/{projectName}`,
  scopes: ['projects:write'],
  body: bodyType<typeof patchProjectBody>(),
  stale: ['projects', 'findings', 'dependencies', 'me', 'audit'],
})

export const deleteProject = operation({
  id: 'deleteProject',
  method: 'DELETE',
  path: `${bySlug}/projects/{projectName}`,
  scopes: ['admin'],
  success: 204,
  stale: ['projects', 'findings', 'secrets', 'scans', 'dependencies', 'me', 'audit'],
})

const changesOfProjects = [
  'projects',
  'findings',
  'secrets',
  'scans',
  'verdicts',
  'dependencies',
  'exports',
  'tokens',
  'views',
  'webhooks',
  'owners',
  'me',
  'audit',
] as const

export const renameProject = operation({
  id: 'renameProject',
  method: 'POST',
  path: `${bySlug}/projects/{projectName}/rename`,
  scopes: ['projects:write'],
  body: bodyType<typeof renameProjectBody>(),
  stale: changesOfProjects,
})

export const mergeProject = operation({
  id: 'mergeProject',
  method: 'POST',
  path: `${bySlug}/projects/{projectName}/merge`,
  scopes: ['admin'],
  body: bodyType<typeof mergeProjectBody>(),
  stale: changesOfProjects,
})

export const splitProject = operation({
  id: 'splitProject',
  method: 'POST',
  path: `${bySlug}/projects/{projectName}/split`,
  scopes: ['projects:write'],
  body: bodyType<typeof splitProjectBody>(),
  stale: changesOfProjects,
})

export const undoProjectChange = operation({
  id: 'undoProjectChange',
  method: 'POST',
  path: `${bySlug}/project-changes/{change_id}/undo`,
  scopes: ['projects:write'],
  stale: changesOfProjects,
})

export const listRefs = operation({
  id: 'listRefs',
  method: 'GET',
  path: `${bySlug}/refs`,
  scopes: ['findings:read'],
  query: { repository_id: wholeNumber(0, 4294967295), q: searchName(500), include: enumList(['summary']) },
})

export const deleteRef = operation({
  id: 'deleteRef',
  method: 'DELETE',
  path: `${bySlug}/refs`,
  scopes: ['admin'],
  query: { repo: searchName(500), ref: searchName(500) },
  stale: ['projects', 'findings', 'secrets', 'scans', 'policies', 'dependencies', 'verdicts', 'me', 'audit'],
})

export const restoreRef = operation({
  id: 'restoreRef',
  method: 'POST',
  path: `${bySlug}/refs/restore`,
  scopes: ['admin'],
  body: bodyType<typeof refBody>(),
  stale: deleteRef.stale,
})
