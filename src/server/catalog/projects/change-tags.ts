import { recordAudit } from '#server/audit/audit-log.ts'
import type { Reader } from '#server/db/database.ts'
import { badRequest, type Fault, HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { assertRevision, policyRevision } from '#server/records/policies/revision.ts'
import { type ProjectRow, readProjectsByName, tagsOf } from '#server/records/projects/project.ts'
import { updateTags } from '#server/records/projects/writes.ts'
import { followTags } from '#server/triage/owners/follow-tags.ts'
import { followTagsInPolicies, type TagChange } from '../policies/tag-effects.ts'

/** Computes the new tags of a project from its current ones; may throw to reject the change. */
export type NextTags = (present: readonly string[], project: string) => string[]

interface Change {
  row: ProjectRow
  present: readonly string[]
  tags: readonly string[]
}

const haveSameTags = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((tag, index) => tag === other[index])

/**
 * Changes the tags of projects, all or none, each with an entry in the audit log. Unchanged projects are not written,
 * so that cached responses stay valid. The number of statements does not depend on the number of projects.
 * @returns the projects after the change, each once, in the order of `names`, with the revision of the policies.
 * @param expectedRevision the revision of the policies that a preview was about.
 * @throws HttpError 404 that names every unknown project, 400 with all faults from `next`, 403 if an effective mode
 * changes and the principal may not change policies, 409 if a policy changed since `expectedRevision`.
 */
export async function changeTags(
  services: Services,
  deployment: Deployment,
  names: readonly string[],
  principal: Principal,
  next: NextTags,
  expectedRevision?: number,
): Promise<{ rows: ProjectRow[]; revision: number }> {
  const actor = principal.name
  const before = await readProjectsByName(services.database.read, deployment.id, names)
  const changes = changesOf(before, next)
  if (changes.length === 0)
    return { rows: before, revision: await policyRevision(services.database.read, deployment.id) }
  const onlyChange = changes.length === 1 ? changes[0] : undefined
  const changed = await services.change(
    deployment.id,
    actor,
    async (transaction) => {
      await assertRevision(transaction, deployment.id, expectedRevision)
      const rows = await readProjectsByName(transaction, deployment.id, names)
      const changes = changesOf(rows, next)
      await followTagsInPolicies(transaction, toTagChanges(changes), { principal, at: services.now() })
      await updateTags(
        transaction,
        changes.map(({ row, tags }) => ({ id: row.id, tags })),
      )
      if (changes.length > 0)
        await recordAudit(transaction, {
          deploymentId: deployment.id,
          at: services.now(),
          actor,
          action: 'project.tagged',
          ...taggedEvent(changes),
        })
      await followTags(transaction, {
        projects: changes.map(({ row }) => row.id),
        tags: new Set(changes.flatMap(({ present, tags }) => [...present, ...tags])),
        actor,
        at: services.now(),
      })
      const changed = new Map(changes.map(({ row, tags }) => [row.id, JSON.stringify(tags)]))
      return {
        rows: rows.map((row) => ({ ...row, tags_json: changed.get(row.id) ?? row.tags_json })),
        revision: await policyRevision(transaction, deployment.id),
      }
    },
    { event: 'project.changed', ...(onlyChange ? { id: String(onlyChange.row.id) } : {}) },
  )
  services.jobs.wake('job')
  return changed
}

/** The detail of a change of tags in the audit log. */
export const tagChange = (present: readonly string[], tags: readonly string[]) => ({
  added: tags.filter((tag) => !present.includes(tag)),
  removed: present.filter((tag) => !tags.includes(tag)),
})

/** How many projects the audit log lists one by one; it names all of them. */
const maxListedChanges = 100

/** One entry of the audit log, of however many projects. */
function taggedEvent(changes: readonly Change[]): { target: string | null; detail: object } {
  const listed = changes.map(({ row, present, tags }) => ({ project: row.name, ...tagChange(present, tags) }))
  const [only] = listed.length === 1 ? listed : []
  if (only) return { target: only.project, detail: { added: only.added, removed: only.removed } }
  return {
    target: null,
    detail: {
      count: listed.length,
      added: [...new Set(listed.flatMap(({ added }) => added))],
      removed: [...new Set(listed.flatMap(({ removed }) => removed))],
      projects: listed.map(({ project }) => project),
      changes: listed.slice(0, maxListedChanges),
    },
  }
}

const toTagChanges = (changes: readonly Change[]): TagChange[] =>
  changes.map(({ row, present, tags }) => ({ id: row.id, name: row.name, from: present, to: tags }))

/** The projects whose tags an edit would change. @throws HttpError as `changeTags`. */
export async function readTagChanges(
  reader: Reader,
  deploymentId: number,
  names: readonly string[],
  next: NextTags,
): Promise<TagChange[]> {
  return toTagChanges(changesOf(await readProjectsByName(reader, deploymentId, names), next))
}

function changesOf(rows: readonly ProjectRow[], next: NextTags): Change[] {
  const changes: Change[] = []
  const faults: Fault[] = []
  for (const row of rows) {
    const present = tagsOf(row)
    try {
      const tags = next(present, row.name)
      if (!haveSameTags(present, tags)) changes.push({ row, present, tags })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      faults.push(...error.errors)
    }
  }
  if (faults.length > 0) throw badRequest(faults)
  return changes
}
