import type { z } from 'zod/mini'
import type { BodySchema } from '#contract/operation.ts'
import type { patchProject } from '#contract/operations/projects.ts'
import { wholeRef } from '#lib/text/ref-label.ts'
import { type AuditEvent, recordAudits } from '#server/audit/audit-log.ts'
import { unprocessable } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { changedGateSettings, parseGateSettings } from '#server/records/gate/settings.ts'
import { type ProjectRow, readProjectByName, tagsOf } from '#server/records/projects/project.ts'
import { readTags } from '#server/records/projects/tags.ts'
import { updateProject } from '#server/records/projects/writes.ts'
import { followPrimaryBranch } from '#server/scans/primary-branch.ts'
import { followTags } from '#server/triage/owners/follow-tags.ts'
import { followTagsInPolicies } from '../policies/tag-effects.ts'
import { tagChange } from './change-tags.ts'
import { checkPrimaryBranch } from './primary-branch.ts'

type Settings = z.output<BodySchema<typeof patchProject>>

interface Change {
  primary_branch: string | null
  managed_full: number
  managed_diff: number
  ci_accepts_empty: number
  gate_json: string
  tags_json: string
}

/** The settings that `project.changed` reports; tags have their own event. */
const settingsIn = ({ primary_branch, managed_full, managed_diff, ci_accepts_empty, gate_json }: Change) => ({
  primary_branch,
  managed_full,
  managed_diff,
  ci_accepts_empty,
  gate: parseGateSettings(gate_json),
})

function requestedChange(row: ProjectRow, settings: Settings): Change {
  const { full_scan, diff_scan } = settings.managed_scan_config ?? {}
  const { primary_branch: branch, protected_refs, ci_accepts_empty: accepts, tags } = settings
  if (protected_refs && settings.gate?.protected_refs) {
    throw unprocessable([{ pointer: '/gate/protected_refs', detail: 'is the same list as protected_refs.' }])
  }
  const gate = protected_refs ? { ...settings.gate, protected_refs } : settings.gate
  return {
    primary_branch: branch === undefined ? row.primary_branch : wholeRef(branch),
    managed_full: full_scan ? Number(full_scan.enabled) : row.managed_full,
    managed_diff: diff_scan ? Number(diff_scan.enabled) : row.managed_diff,
    ci_accepts_empty: accepts === undefined ? row.ci_accepts_empty : Number(accepts),
    gate_json: gate === undefined ? row.gate_json : changedGateSettings(row.gate_json, gate),
    tags_json: tags === undefined ? row.tags_json : JSON.stringify(readTags(tags, '/tags')),
  }
}

const sameSettings = (row: ProjectRow, next: Change) =>
  row.primary_branch === next.primary_branch &&
  row.managed_full === next.managed_full &&
  row.managed_diff === next.managed_diff &&
  row.ci_accepts_empty === next.ci_accepts_empty &&
  row.gate_json === next.gate_json
const sameTags = (row: ProjectRow, next: Change) => row.tags_json === next.tags_json

/**
 * Changes a project's primary branch, managed scans, what `ci` tokens may accept, and its complete list of tags. A new
 * primary branch also changes the findings and dependencies of the default lists, in the same transaction, once it has
 * a full scan.
 * @throws HttpError 404 for an unknown project, 400 for what is no branch, and with every invalid tag, 403 for tags that
 * change an effective mode without the permission to change policies.
 * Source: docs/api.md#projects.
 */
export async function changeSettings(
  services: Services,
  deployment: Deployment,
  name: string,
  principal: Principal,
  settings: Settings,
): Promise<ProjectRow> {
  const actor = principal.name
  const current = await readProjectByName(services.database.read, deployment.id, name)
  const requested = requestedChange(current, settings)
  if (sameSettings(current, requested) && sameTags(current, requested)) return current
  const changed = await services.change(
    deployment.id,
    actor,
    async (transaction) => {
      const row = await readProjectByName(transaction, deployment.id, name)
      const next = requestedChange(row, settings)
      await checkPrimaryBranch(transaction, row, next)
      if (!sameTags(row, next)) {
        const tags = { from: tagsOf(row), to: tagsOf({ ...row, ...next }) }
        const by = { principal, at: services.now() }
        await followTagsInPolicies(transaction, [{ id: row.id, name: row.name, ...tags }], by)
      }
      const changed = await updateProject(transaction, row.id, { ...next })
      if (changed.primary_branch !== row.primary_branch)
        await followPrimaryBranch(transaction, changed, { actor, at: services.now() })
      const line = { deploymentId: deployment.id, at: services.now(), actor, target: name }
      const lines: AuditEvent[] = []
      if (!sameSettings(row, next)) {
        const detail = { from: settingsIn(row), to: settingsIn(next) }
        lines.push({ ...line, action: 'project.changed', detail })
      }
      if (!sameTags(row, next)) {
        lines.push({ ...line, action: 'project.tagged', detail: tagChange(tagsOf(row), tagsOf(changed)) })
        const tags = new Set([...tagsOf(row), ...tagsOf(changed)])
        await followTags(transaction, { projects: [row.id], tags, actor, at: services.now() })
      }
      await recordAudits(transaction, lines)
      return changed
    },
    { event: 'project.changed', id: String(current.id) },
  )
  services.jobs.wake('job')
  return changed
}
