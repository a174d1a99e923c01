import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'
import { pathName, searchName } from '../parameters/name.ts'
import { listOf } from '../parameters/query.ts'
import { refPattern } from '../parameters/ref-name.ts'
import { gateVerdicts } from '../vocabulary.ts'
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
      failed_runs: z.optional(z.enum(gateVerdicts)),
    }),
  ),
})

export const refBody = z.object({
  repo: searchName(500).check(z.minLength(1)),
  ref: searchName(500).check(z.minLength(1)),
})

const preview = z.optional(z.boolean())

export const renameProjectBody = z.object({
  name: pathName(500),
  reuse_name: z.optional(z.boolean()),
  preview,
})

export const mergeProjectBody = z.object({ into: searchName(500).check(z.minLength(1)), preview })

export const splitProjectBody = z.object({
  path_prefix: pathName(1000),
  name: pathName(500),
  reuse_name: z.optional(z.boolean()),
  preview,
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
      '`tags` replaces all tags, in the given order and by the rules of `addTags`; an empty list removes all tags. `protected_refs` has names and patterns of refs, such as `release/*`; `gate.protected_refs` is the same list. `gate.failed_runs` is the verdict on a commit with a scan that failed if nothing that it found blocks: `none` by default, `pass` or `fail`. `ci_accepts_empty` allows tokens with only `scans:write` to send `accept_empty=true`, which applies scans that would otherwise be held.',
    body: patchProjectBody,
  },
  deleteProject: {
    mark: 'extension',
    summary: 'Delete a project and its findings',
  },
  renameProject: {
    mark: 'extension',
    summary: 'Rename a project, which is also how it moves to another organization or folder',
    description:
      'Everything of the project follows. Its former name keeps meaning it: in requests, in filters, and for uploads. A former name of another project is refused with 409 unless an administrator sends `reuse_name=true`. `preview=true` changes nothing and returns what would follow, and the conflicts that would refuse it.',
    body: renameProjectBody,
  },
  mergeProject: {
    mark: 'extension',
    summary: 'Merge a project into another',
    description:
      'Moves the refs, scans and findings of the project to the project `into`, and its names with them. Where both have the same finding on the same ref, from the same source, one is left, with the newer decision. The settings of `into` stay. `preview=true` changes nothing.',
    body: mergeProjectBody,
  },
  splitProject: {
    mark: 'extension',
    summary: 'Move a folder of a project to a new project',
    description:
      'Moves the findings and lockfiles under `path_prefix` on all refs to a new project with the settings of this one. Paths stay as they are. What uploads for this project report under the prefix is applied to the new project from then on. `preview=true` changes nothing.',
    body: splitProjectBody,
  },
  undoProjectChange: {
    mark: 'extension',
    summary: 'Undo a rename, a merge or a split, within 24 hours',
    description:
      'A renamed project gets its name back. A merged project is restored with what was moved from it, which needs `admin`; `left` counts what arrived since and stays with the other one. The project of a split is merged back. A later merge or split of the same projects is undone first.',
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
