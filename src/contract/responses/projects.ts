import * as z from 'zod/mini'
import { gateVerdicts, scanStatuses } from '../vocabulary.ts'
import { always, instant, maybe, open, uint32 } from './shapes.ts'

/** Source: docs/api.md#projects; `open` and `latest_scan` only with `include=summary`. */
export const project = z.object({
  id: uint32,
  name: z.string(),
  tags: always(z.array(z.string())),
  created_at: always(instant),
  default_branch: always(z.nullable(z.string())),
  latest_scan_at: always(z.nullable(instant)),
  managed_scan_config: always(
    z.object({
      diff_scan: always(z.object({ enabled: z.boolean() })),
      full_scan: always(z.object({ enabled: z.boolean() })),
    }),
  ),
  primary_branch: always(z.nullable(z.string())),
  /** Refs, and patterns of refs, whose findings those of other refs are compared with, beside the primary branch. */
  protected_refs: always(z.array(z.string())),
  /** Whether a token with only `scans:write` may apply a scan that would be held. */
  ci_accepts_empty: always(z.boolean()),
  /** What the project requires of the gate. */
  gate: always(
    z.object({
      /** Without a scan of one of these, there is no verdict. `category` null stands for any. */
      required_sources: z.array(z.object({ tool: z.string(), category: z.nullable(z.string()) })),
      /** The project's `protected_refs`, which a commit may be compared with to pass. */
      protected_refs: z.array(z.string()),
      /** Whether a suppression counts that the base does not have. */
      count_suppressed: z.boolean(),
      /** The verdict on a commit with a scan that failed, if nothing that it found blocks. */
      failed_runs: z.enum(gateVerdicts),
    }),
  ),
  url: always(z.nullable(z.string())),
  open: maybe(z.record(z.string(), z.record(z.string(), z.int()))),
  latest_scan: maybe(z.object({ id: uint32, status: open(...scanStatuses) })),
})
export type Project = z.infer<typeof project>

export const projectAnswer = z.object({ project })
const values = <S extends z.ZodMiniType>(value: S) => z.array(z.object({ value, count: z.int() }))
/** `facets` and `rest` only with `include=facets`. */
export const projectsAnswer = z.object({
  projects: z.array(project),
  facets: maybe(
    z.object({
      /** null means projects without a tag, which `__none` selects. */
      project_tags: values(z.nullable(z.string())),
      last_scan: values(z.string()),
      managed: values(z.boolean()),
      no_primary: values(z.boolean()),
      open_critical: values(z.boolean()),
    }),
  ),
  rest: maybe(z.record(z.string(), z.object({ values: z.int(), count: z.int() }))),
})
export type ProjectFacets = NonNullable<z.infer<typeof projectsAnswer>['facets']>
export const tagsAnswer = z.object({ tags: z.array(z.object({ value: z.string(), count: z.int() })) })
export const refsAnswer = z.object({
  refs: z.array(
    z.object({
      name: z.string(),
      /** Whether the default lists show its findings. */
      primary: z.boolean(),
      latest_scan_at: always(z.nullable(instant)),
      /** Its open findings of all kinds, only with `include=summary`. */
      open: maybe(z.int()),
      /** The same by type, each the total of a list. */
      open_by_type: maybe(z.object({ sast: z.int(), sca: z.int(), secrets: z.int() })),
    }),
  ),
})
export type Ref = z.infer<typeof refsAnswer>['refs'][number]
/** `findings` is how many were removed or restored. */
export const changedRefAnswer = z.object({
  ref: z.string(),
  findings: z.int(),
  restore_until: z.nullable(instant),
})
export const editTagsAnswer = z.object({
  projects: z.array(project),
  /** The newest change of policies, for the `expectedRevision` of the opposite change. */
  revision: z.int(),
})

/** What follows a project that is renamed, merged or split, and what is moved. */
export const projectEffects = z.object({
  findings: z.int(),
  /** Findings that somebody has triaged. */
  decisions: z.int(),
  scans: z.int(),
  refs: z.int(),
  lockfiles: z.int(),
  /** Findings that are the same as one of the other project. */
  united: z.int(),
  /** Policies whose rules have findings in the project. */
  policies: z.int(),
  /** Owners of the tags of the project, and a CODEOWNERS file. */
  owner_rules: z.int(),
  /** Tokens that are restricted to the project. */
  tokens: z.int(),
  /** Views, saved filters and webhooks that name the project. */
  filters: z.int(),
})
export type ProjectEffects = z.infer<typeof projectEffects>

export const projectConflict = z.object({
  reason: open('same', 'taken', 'former_name', 'empty', 'split'),
  detail: z.string(),
})
export type ProjectConflict = z.infer<typeof projectConflict>

export const projectChangeAnswer = z.object({
  /** null for a preview. */
  change: z.nullable(z.object({ id: uint32, undoable_until: instant })),
  /** As it is after the change: the renamed project, the one merged into, or the new one; for a preview as it is now. */
  project,
  effects: projectEffects,
  /** What would refuse it; empty unless it is a preview. */
  conflicts: z.array(projectConflict),
})
/** `left` is what arrived since a merge, which stays with the other project. */
export const undoneProjectAnswer = z.object({
  project,
  left: z.object({ scans: z.int(), findings: z.int() }),
})
export type ProjectUndo = z.infer<typeof undoneProjectAnswer>
export type ProjectChangeAnswer = z.infer<typeof projectChangeAnswer>
