import * as z from 'zod/mini'
import { instant, open } from './shapes.ts'

export const ownersAnswer = z.object({
  /** `person:NAME` and `team:NAME`, each by name. */
  owners: z.array(z.string()),
})

const team = z.object({
  id: z.string(),
  name: z.string(),
  /** Names of people who were set by hand. */
  members: z.array(z.string()),
  handles: z.array(z.string()),
  /** Groups of the single sign-on provider. */
  groups: z.array(z.string()),
  /** Who had one of the groups at their last sign-in; at most 1,000, by name. */
  groupMembers: z.array(z.object({ name: z.string(), groups: z.array(z.string()) })),
  groupMemberCount: z.int(),
  createdAt: instant,
  createdBy: z.string(),
})
export type Team = z.infer<typeof team>

const ownedFindings = z.object({
  owner: z.string(),
  findings: z.int(),
  /** How many of them are of each type. */
  byType: z.object({ sast: z.int(), sca: z.int(), secrets: z.int() }),
})

export const teamsAnswer = z.object({
  teams: z.array(team),
  /** Whether people can sign in with groups. */
  singleSignOn: z.boolean(),
  /** Handles that are mapped to people. */
  handles: z.array(z.object({ handle: z.string(), owner: z.string() })),
  /** Unmapped handles that own findings; the 1,000 with most findings. */
  unmapped: z.array(ownedFindings),
  /** Disabled people and deleted teams that own findings, which are shown as unassigned. */
  disabled: z.array(ownedFindings),
})
export type TeamsAnswer = z.infer<typeof teamsAnswer>
export const teamAnswer = z.object({ team })

export const ownerRulesAnswer = z.object({
  /** By kind and value. */
  rules: z.array(z.object({ kind: open('tag', 'rule'), value: z.string(), owner: z.string() })),
})
export type OwnerRulesAnswer = z.infer<typeof ownerRulesAnswer>

const codeowners = z.object({
  content: z.string(),
  /** Whether a pipeline sent it. */
  uploaded: z.boolean(),
  updatedAt: instant,
  updatedBy: z.string(),
  /** How many lines give owners to files. */
  lines: z.int(),
  /** Lines that cannot be used; at most 100. */
  invalid: z.array(z.object({ line: z.int(), text: z.string(), reason: z.string() })),
  /** Why the last job that looked at the project could not match the file. */
  failure: z.nullable(z.string()),
})
export type Codeowners = z.infer<typeof codeowners>

export const codeownersAnswer = z.object({ codeowners: z.nullable(codeowners) })
export const sentCodeownersAnswer = z.object({
  codeowners: z.nullable(codeowners),
  applied: z.boolean(),
  reason: z.nullable(z.string()),
})
