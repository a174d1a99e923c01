import * as z from 'zod/mini'
import { bySlug, operation } from '../operation.ts'
import { searchName, searchNames } from '../parameters/name.ts'
import { enumList, enumValue, flag, wholeNumber } from '../parameters/query.ts'
import { tagList } from './tags.ts'

/** Words of `last_scan`, or `older_than:<days>`. */
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
  mark: 'named',
  summary: 'List projects by name',
  description:
    '`q` matches part of the name. `include=summary` adds `open` and `latest_scan` to each project: `open` counts its open findings by severity and product (code and supply chain on the primary branch, each secret once). `include=facets` adds `facets`: the values of each filter with the number of projects, counted with all filters except its own; at most 100 tags, `rest` sums the others.',
  timed: true,
  scopes: ['findings:read'],
  query: projectsQuery,
})

export const getProject = operation({
  id: 'getProject',
  method: 'GET',
  path: `${bySlug}/projects/{projectName}`,
  mark: 'documented',
  summary: 'Read a project',
  description:
    'Slashes in the name can be sent as they are or as `%2F`. `include=summary` adds the same fields as in the list.',
  scopes: ['findings:read'],
  query: { include: enumList(['summary']) },
})

export const patchProject = operation({
  id: 'patchProject',
  method: 'PATCH',
  path: `${bySlug}/projects/{projectName}`,
  mark: 'extension',
  summary: "Change a project's primary branch, managed scans, imports or tags",
  description:
    '`tags` replaces all tags, in the given order and by the rules of `addTags`; an empty list removes all tags. `ci_accepts_empty` allows tokens with only `scans:write` to send `accept_empty=true`, which applies scans that would otherwise be held.',
  scopes: ['projects:write'],
  body: z.object({
    primary_branch: z.optional(searchName(500).check(z.minLength(1))),
    managed_scan_config: z.optional(
      z.object({
        full_scan: z.optional(z.object({ enabled: z.boolean() })),
        diff_scan: z.optional(z.object({ enabled: z.boolean() })),
      }),
    ),
    ci_accepts_empty: z.optional(z.boolean()),
    tags: z.optional(tagList),
  }),
  stale: ['projects', 'findings', 'dependencies', 'me', 'audit'],
})

export const deleteProject = operation({
  id: 'deleteProject',
  method: 'DELETE',
  path: `${bySlug}/projects/{projectName}`,
  mark: 'extension',
  summary: 'Delete a project and its findings',
  scopes: ['admin'],
  success: 204,
  stale: ['projects', 'findings', 'secrets', 'scans', 'dependencies', 'me', 'audit'],
})

export const listRefs = operation({
  id: 'listRefs',
  method: 'GET',
  path: `${bySlug}/refs`,
  mark: 'extension',
  summary: 'List the refs of a repository, or of all repositories',
  scopes: ['findings:read'],
  query: { repository_id: wholeNumber(0, 4294967295), q: searchName(500) },
})
