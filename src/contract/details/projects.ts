import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'
import { searchName } from '../parameters/name.ts'
import { listOf } from '../parameters/query.ts'
import { refPattern } from '../parameters/ref-name.ts'
import { tagList } from './tags.ts'

const protectedRefs = listOf(refPattern, 50)

export const patchProjectBody = z.object({
  primary_branch: z.optional(searchName(500).check(z.minLength(1))),
  managed_scan_config: z.optional(
    z.object({
      full_scan: z.optional(z.object({ enabled: z.boolean() })),
      diff_scan: z.optional(z.object({ enabled: z.boolean() })),
    }),
  ),
  protected_refs: z.optional(protectedRefs),
  ci_accepts_empty: z.optional(z.boolean()),
  tags: z.optional(tagList),
  gate: z.optional(
    z.object({
      required_sources: z.optional(
        listOf(
          z.object({
            tool: searchName(200).check(z.minLength(1)),
            category: z.optional(z.nullable(searchName(200).check(z.minLength(1)))),
          }),
          20,
        ),
      ),
      protected_refs: z.optional(protectedRefs),
      count_suppressed: z.optional(z.boolean()),
    }),
  ),
})

export const refBody = z.object({
  repo: searchName(500).check(z.minLength(1)),
  ref: searchName(500).check(z.minLength(1)),
})

export const details = {
  listProjects: {
    mark: 'named',
    summary: 'List projects by name',
    description:
      '`q` matches part of the name. `include=summary` adds `open` and `latest_scan` to each project: `open` counts its open findings by severity and product (code and supply chain on the primary branch, each secret once). `include=facets` adds `facets`: the values of each filter with the number of projects, counted with all filters except its own; at most 100 tags, `rest` sums the others.',
  },
  getProject: {
    mark: 'documented',
    summary: 'Read a project',
    description:
      'Slashes in the name can be sent as they are or as `%2F`. `include=summary` adds the same fields as in the list.',
  },
  patchProject: {
    mark: 'extension',
    summary: "Change a project's primary branch, protected refs, managed scans, imports or tags",
    description:
      '`tags` replaces all tags, in the given order and by the rules of `addTags`; an empty list removes all tags. `protected_refs` has names and patterns of refs, such as `release/*`; `gate.protected_refs` is the same list. `ci_accepts_empty` allows tokens with only `scans:write` to send `accept_empty=true`, which applies scans that would otherwise be held.',
    body: patchProjectBody,
  },
  deleteProject: {
    mark: 'extension',
    summary: 'Delete a project and its findings',
  },
  listRefs: {
    mark: 'extension',
    summary: 'List the refs of a repository, or of all repositories',
    description:
      '`include=summary` adds the open findings of each ref of a repository, of all kinds together.',
  },
  deleteRef: {
    mark: 'extension',
    summary: 'Delete a branch that is not the primary one, with its findings',
    description:
      'Its findings leave every list and count. They keep their decisions, comments, owners and tickets, and have them again if a scan brings the branch back. The branch can be restored within 24 hours.',
  },
  restoreRef: {
    mark: 'extension',
    summary: 'Restore a deleted branch with its findings, within 24 hours',
    body: refBody,
  },
} satisfies Record<string, OperationDetails>
