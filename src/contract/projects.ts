import * as z from 'zod/mini'
import { searchedName, searchedNames } from './name.ts'
import { bySlug, operation } from './operation.ts'
import { flag, oneOf, someOf, whole } from './query.ts'
import { tagList } from './tags.ts'

/** Words of `last_scan`, or `older_than:<days>`. */
const lastScan = z.string().check(
  z.regex(/^(never|failed|running|older_than:\d{1,4})$/, {
    error: 'is not one of never, failed, running, older_than:<days>',
  }),
)

export const projectsQuery = {
  page: whole(0, 4294967295),
  page_size: whole(1, 3000),
  q: searchedName(500),
  project_tags: searchedNames,
  last_scan: lastScan,
  managed: flag,
  no_primary: flag,
  open_critical: flag,
  sort: oneOf([
    'name',
    '-name',
    'latest_scan_at',
    '-latest_scan_at',
    'open',
    '-open',
    'open_critical',
    '-open_critical',
  ]),
  include: someOf(['summary', 'facets']),
} as const

export const listProjects = operation({
  id: 'listProjects',
  method: 'GET',
  path: `${bySlug}/projects`,
  mark: 'named',
  summary: 'List projects by name',
  description:
    '`include=summary` adds to each project `open`, its open findings by severity and product (code and supply chain on the primary branch, a secret once), and `latest_scan`. `include=facets` adds `facets`: for each filter its values with the number of projects, each counted with every filter but its own; at most 100 tags, the others are summed in `rest`. `q` is a part of the name.',
  timed: true,
  scopes: ['findings:read'],
  query: projectsQuery,
})

export const getProject = operation({
  id: 'getProject',
  method: 'GET',
  path: `${bySlug}/projects/{projectName}`,
  mark: 'documented',
  summary: 'Read one project',
  description:
    'The slash of the name may stand as it is or as `%2F`; deeper names work, too. `include=summary` adds what it adds to the list.',
  scopes: ['findings:read'],
  query: { include: someOf(['summary']) },
})

export const patchProject = operation({
  id: 'patchProject',
  method: 'PATCH',
  path: `${bySlug}/projects/{projectName}`,
  mark: 'extension',
  summary: "Change a project's primary branch, managed scans, imports or tags",
  description:
    '`tags` is the whole list, in its order, by the rules of `addTags`; an empty one takes all tags away. `ci_accepts_empty`: whether a token with `scans:write` alone may send `accept_empty=true`, which applies a scan that would otherwise be held.',
  scopes: ['projects:write'],
  body: z.object({
    primary_branch: z.optional(searchedName(500).check(z.minLength(1))),
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
  summary: 'List the refs of a repository, or of all',
  scopes: ['findings:read'],
  query: { repository_id: whole(0, 4294967295), q: searchedName(500) },
})
