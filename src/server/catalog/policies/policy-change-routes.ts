import type { z } from 'zod/mini'
import type { BodySchema } from '#contract/operation.ts'
import {
  createPolicy,
  deletePolicy,
  editPolicyRules,
  getPolicyChange,
  policyHistory,
  previewPolicyChange,
  revertModes,
  updatePolicy,
} from '#contract/operations/policies.ts'
import { previewTags } from '#contract/operations/tags.ts'
import type { Reader } from '#server/db/database.ts'
import { withSnapshot } from '#server/findings/snapshot.ts'
import { handle, type Route } from '#server/http/route.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { readTagChanges } from '../projects/change-tags.ts'
import { readTagEdit } from '../projects/tag-edit.ts'
import { applyPlan, toPolicyChanged } from './apply-plan.ts'
import { changeModes, revertRequestsOf } from './change-modes.ts'
import { listHistory, readChange } from './history.ts'
import { type PolicyPlan, planCreation, planDeletion, planUpdate } from './policy-plan.ts'
import { toChangeResult } from './policy-rule.ts'
import { readPreview } from './preview.ts'
import { planRevert } from './revert-plan.ts'
import { planRules } from './rules-plan.ts'
import { policyWithId } from './set-mode.ts'
import { withTagsOf } from './tag-effects.ts'

/** Changes of policies, other than of modes, with their previews. Source: docs/api.md#changes-of-policies. */
export function policyChangeRoutes(services: Services): Route[] {
  const change = async (deployment: Deployment, ...how: PlanArguments) =>
    toPolicyChanged(services, deployment, await applyPlan(services, deployment, ...how))
  return [
    handle(createPolicy, async ({ deployment, body, principal }) => {
      const { note, expectedRevision, ...policy } = body
      const plan = (reader: Reader) => planCreation(reader, deployment.id, policy)
      return change(deployment, plan, { actor: principal.name, note, expectedRevision })
    }),

    handle(updatePolicy, async ({ deployment, path, body, principal }) => {
      const { note, expectedRevision, ...policy } = body
      const plan = async (reader: Reader) =>
        planUpdate(reader, await policyWithId(reader, deployment.id, path.policyId), policy)
      const context = { actor: principal.name, note, expectedRevision }
      return change(deployment, plan, { ...context, policyId: Number(path.policyId) })
    }),

    handle(deletePolicy, async ({ deployment, path, query, principal }) => {
      const plan = async (reader: Reader) =>
        planDeletion(await policyWithId(reader, deployment.id, path.policyId))
      const context = { actor: principal.name, note: query.note, expectedRevision: query.expected_revision }
      return change(deployment, plan, { ...context, policyId: Number(path.policyId) })
    }),

    handle(editPolicyRules, async ({ deployment, path, body, principal }) => {
      const { note, expectedRevision, ...rules } = body
      const plan = async (reader: Reader) =>
        planRules(reader, await policyWithId(reader, deployment.id, path.policyId), rules)
      const context = { actor: principal.name, note, expectedRevision }
      return change(deployment, plan, { ...context, policyId: Number(path.policyId) })
    }),

    handle(previewPolicyChange, ({ deployment, body }) =>
      withSnapshot(services.columns, deployment.id, async (one) => {
        const { after } = await planOf(one.reader, deployment, body)
        return readPreview(one, deployment.id, after)
      }),
    ),

    handle(previewTags, ({ deployment, body }) =>
      withSnapshot(services.columns, deployment.id, async (one) => {
        const changes = await readTagChanges(one.reader, deployment.id, body.projects, readTagEdit(body))
        return readPreview(one, deployment.id, (facts) => withTagsOf(facts, changes))
      }),
    ),
  ]
}

/** The history of policies, whose changes can be reverted. Source: docs/api.md#changes-of-policies. */
export function policyHistoryRoutes(services: Services): Route[] {
  const { read } = services.database
  const policyAt = (deployment: Deployment, id: string, options: { deleted: boolean }) =>
    policyWithId(read, deployment.id, id, options)
  return [
    handle(policyHistory, async ({ deployment, path, query }) => {
      const policy = await policyAt(deployment, path.policyId, { deleted: true })
      return listHistory(read, policy, query)
    }),

    handle(getPolicyChange, async ({ deployment, path }) => {
      const policy = await policyAt(deployment, path.policyId, { deleted: true })
      return { change: await readChange(read, policy, path.change_id) }
    }),

    handle(revertModes, async ({ deployment, path, body, principal }) => {
      const policy = await policyAt(deployment, path.policyId, { deleted: true })
      const { id, kind, changes } = await readChange(read, policy, path.change_id)
      const { note, expectedRevision } = body
      const context = { actor: principal.name, note, expectedRevision, putsBack: Number(id) }
      if (kind === 'modes') {
        const requests = revertRequestsOf({ changes })
        return toChangeResult(policy.id, await changeModes(services, deployment, policy, requests, context))
      }
      const plan = async (reader: Reader) =>
        planRevert(
          reader,
          await policyWithId(reader, deployment.id, path.policyId, { deleted: true }),
          path.change_id,
        )
      const { changeId } = await applyPlan(services, deployment, plan, { ...context, policyId: policy.id })
      return toChangeResult(policy.id, { changeId, rows: [] })
    }),
  ]
}

type PlanArguments = Parameters<typeof applyPlan> extends [unknown, unknown, ...infer Rest] ? Rest : never

/** The change that a preview is about. */
async function planOf(
  reader: Reader,
  deployment: Deployment,
  body: z.output<BodySchema<typeof previewPolicyChange>>,
): Promise<PolicyPlan> {
  if ('create' in body) return planCreation(reader, deployment.id, body.create)
  const policy = await policyWithId(reader, deployment.id, body.policyId, { deleted: 'putBack' in body })
  if ('change' in body) return planUpdate(reader, policy, body.change)
  if ('rules' in body) return planRules(reader, policy, body.rules)
  return 'putBack' in body ? planRevert(reader, policy, body.putBack) : planDeletion(policy)
}
