import type { z } from 'zod/mini'
import type { BodySchema } from '#contract/operation.ts'
import type { patchProject } from '#contract/operations/projects.ts'
import { wholeRef } from '#lib/text/ref-label.ts'
import { type AuditEvent, recordAudits } from '#server/audit/public.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { setLockfilesPrimary } from '#server/dependencies/writes.ts'
import { setFindingsPrimary } from '#server/findings/writes.ts'
import { changedGateSettings, parseGateSettings } from '#server/gate/public.ts'
import { unprocessable } from '#server/http/errors.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { followTags } from '#server/owners/public.ts'
import { tagChange } from './change-tags.ts'
import { type ProjectRow, readProjectByName, tagsOf } from './project.ts'
import { readTags } from './tags.ts'
import { setRefPrimary, updateProject } from './writes.ts'

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
 * primary branch also changes the findings and dependencies of the default lists, in the same transaction.
 * @throws HttpError 404 for an unknown project, 422 for a branch that no scan has reported, 400 with every invalid tag.
 * Source: docs/api.md#projects.
 */
export async function changeSettings(
  services: Services,
  deployment: Deployment,
  name: string,
  actor: string,
  settings: Settings,
): Promise<ProjectRow> {
  const current = await readProjectByName(services.database.read, deployment.id, name)
  const requested = requestedChange(current, settings)
  if (sameSettings(current, requested) && sameTags(current, requested)) return current
  const changed = await services.change(
    deployment.id,
    actor,
    async (transaction) => {
      const row = await readProjectByName(transaction, deployment.id, name)
      const next = requestedChange(row, settings)
      if (next.primary_branch !== null && next.primary_branch !== row.primary_branch) {
        await makePrimary(transaction, row.id, next.primary_branch, { actor, at: services.now() })
      }
      const changed = await updateProject(transaction, row.id, { ...next })
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

async function makePrimary(
  transaction: ChangeTransaction,
  projectId: number,
  name: string,
  by: { actor: string; at: number },
) {
  const refs = await transaction
    .selectFrom('ref')
    .select(['id', 'name', 'is_primary'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('project_id', '=', projectId)
    .where((eb) => eb.or([eb('name', '=', name), eb('is_primary', '=', 1)]))
    .execute()
  if (!refs.some((ref) => ref.name === name)) {
    throw unprocessable([
      { pointer: '/primary_branch', detail: `No scan of this project covers the branch ${name}.` },
    ])
  }
  for (const ref of refs) {
    const primary = Number(ref.name === name)
    if (ref.is_primary === primary) continue
    await setRefPrimary(transaction, ref.id, primary)
    await setFindingsPrimary(transaction, ref.id, primary, by)
    await setLockfilesPrimary(transaction, ref.id, primary)
  }
}
