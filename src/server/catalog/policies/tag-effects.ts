import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { HttpError } from '#server/http/errors.ts'
import { hasScope, type Principal } from '#server/http/principal.ts'
import {
  type DecidingPolicy,
  type ModeFacts,
  readModeFacts,
} from '#server/records/policies/effective-modes.ts'
import { ModeEffects } from './mode-effects.ts'
import { recordChange } from './record-change.ts'

/** The tags of a project before and after a change. */
export interface TagChange {
  id: number
  name: string
  from: readonly string[]
  to: readonly string[]
}

/** The most projects that the history of a policy names in one change. */
const maxNamed = 100

/** The facts with other tags of projects. */
export const withTagsOf = (facts: ModeFacts, changes: readonly TagChange[]): ModeFacts => ({
  ...facts,
  tags: new Map([...facts.tags, ...changes.map(({ id, to }) => [id, to] as const)]),
})

/**
 * Checks a change of tags, and adds it to the history of the policies whose projects it changes, if it changes an
 * effective mode. Called before the tags are written.
 * @throws HttpError 403, which names the policies, without the permission to change policies.
 * Source: docs/api.md#changes-of-policies.
 */
export async function followTagsInPolicies(
  transaction: ChangeTransaction,
  changes: readonly TagChange[],
  { principal, at }: { principal: Principal; at: number },
): Promise<void> {
  const facts = await readModeFacts(transaction, transaction.deploymentId)
  const touched = facts.policies.flatMap((policy) => {
    const projects = changes.filter((change) => appliesDifferently(policy, change))
    return projects.length > 0 ? [{ policy, projects }] : []
  })
  if (touched.length === 0) return
  const effects = new ModeEffects(
    facts,
    withTagsOf(facts, changes),
    changes.map(({ id }) => id),
  )
  if (effects.changedProjects().length === 0) return
  if (!hasScope(principal, 'policies:write')) throw refused(touched.map(({ policy }) => policy))
  for (const { policy, projects } of touched) {
    const detail = { projects: projects.slice(0, maxNamed).map(({ name }) => name), count: projects.length }
    await recordChange(transaction, policy.id, { kind: 'tags', detail }, { actor: principal.name, at })
  }
}

function appliesDifferently(policy: DecidingPolicy, { id, from, to }: TagChange): boolean {
  if (policy.isForAll || policy.projects.has(id)) return false
  const has = (tags: readonly string[]) => tags.some((tag) => policy.tags.has(tag))
  return has(from) !== has(to)
}

const refused = (policies: readonly DecidingPolicy[]) => {
  const names = policies.map(({ name }) => name).join(', ')
  return new HttpError(
    403,
    `These tags change the modes of rules by the ${policies.length === 1 ? 'policy' : 'policies'} ${names}. That needs the permission policies:write. Nothing was changed.`,
  )
}
