import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod/mini'
import type { BodySchema } from '#contract/operation.ts'
import type { updateSettings } from '#contract/operations/settings.ts'
import type { Settings } from '#contract/responses/deployments.ts'
import { originOf } from '#lib/urls/fixed-origin.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Reader } from '#server/db/database.ts'
import { storeSetting } from '#server/db/deployment-setting.ts'
import { defaultTimeZone, isTimeZone, timeZoneSetting } from '#server/db/time-zone.ts'
import { approvalSetting } from '#server/findings/approval-rules.ts'
import { dueDatesSetting } from '#server/findings/due/due-rule.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { keepEverything, retentionSetting } from '#server/records/retention-setting.ts'
import { assertFormat } from '#server/sbom/formats/format.ts'
import { assertApprovers } from '#server/triage/approvals/preview.ts'
import { readDueDates } from '../due-dates/read-setting.ts'

const templateFields = ['title', 'rule', 'severity', 'project', 'path', 'line', 'url', 'ids']

const names = [
  'ticketUrlTemplate',
  'sbomDefaults',
  retentionSetting,
  timeZoneSetting,
  dueDatesSetting,
  approvalSetting,
] as const

/** The settings made by an administrator; null if never set. */
export async function readSettings(reader: Reader, deploymentId: number): Promise<Settings> {
  const rows = await reader
    .selectFrom('deployment_setting')
    .select(['name', 'value_json'])
    .where('deployment_id', '=', deploymentId)
    .where('name', 'in', names)
    .execute()
  // parse: written by us from the settings.
  const set = Object.fromEntries(
    rows.map((row) => [row.name, JSON.parse(row.value_json)]),
  ) as Partial<Settings>
  return {
    ticketUrlTemplate: set.ticketUrlTemplate ?? null,
    sbomDefaults: set.sbomDefaults ?? null,
    retention: set.retention ?? keepEverything,
    timeZone: set.timeZone ?? defaultTimeZone,
    dueDates: set.dueDates ?? null,
    requireApproval: set.requireApproval ?? false,
  }
}

/**
 * Changes the given settings, with an entry in the audit log for each; a setting that already has the value is not
 * changed.
 * @throws HttpError 400 for a template that is not a URL or has unknown placeholders, 400 for an unknown time
 * zone, 400 and 422 for invalid defaults of SBOM exports and for invalid due dates, 409 for requiring approval where
 * nobody could approve, and for periods of retention other than expected.
 */
export async function changeSettings(
  transaction: ChangeTransaction,
  settings: z.output<BodySchema<typeof updateSettings>>,
  by: { deploymentId: number; principal: Principal; at: number },
): Promise<Settings> {
  const { deploymentId, principal, at } = by
  const before = await readSettings(transaction, deploymentId)
  const { expectedRetention = before.retention } = settings
  if (!isDeepStrictEqual(expectedRetention, before.retention))
    throw new HttpError(409, 'The retention periods have changed since. Nothing was changed.')
  const {
    ticketUrlTemplate: template = before.ticketUrlTemplate,
    sbomDefaults = before.sbomDefaults,
    retention = before.retention,
    timeZone = before.timeZone ?? defaultTimeZone,
    dueDates: newDueDates = before.dueDates,
    requireApproval = before.requireApproval ?? false,
  } = settings
  const faults = template === null ? [] : templateFaults(template)
  if (faults.length > 0) {
    throw badRequest(faults.map((detail) => ({ pointer: '/ticketUrlTemplate', detail })))
  }
  if (!isTimeZone(timeZone)) {
    const detail = 'is not the name of a time zone, such as Europe/Berlin or UTC'
    throw badRequest([{ pointer: '/timeZone', detail }])
  }
  if (sbomDefaults) assertFormat(sbomDefaults)
  const dueDates = newDueDates && readDueDates(newDueDates)
  // Columns keep the setting until one of these tables changes.
  if (!isDeepStrictEqual(dueDates, before.dueDates)) transaction.changed.table('deployment_setting')
  if (requireApproval && !before.requireApproval)
    await assertApprovers(transaction, deploymentId, principal, at)
  const after = {
    ticketUrlTemplate: template,
    sbomDefaults,
    retention,
    timeZone,
    dueDates,
    requireApproval,
  }
  // All columns in memory contain days of the former zone.
  if (timeZone !== before.timeZone) transaction.changed.everything()
  for (const name of names) {
    if (isDeepStrictEqual(after[name], before[name])) continue
    await storeSetting(transaction, deploymentId, name, after[name])
    const detail = { from: before[name], to: after[name] }
    await recordAudit(transaction, {
      deploymentId,
      at,
      actor: principal.name,
      action: 'settings.changed',
      target: name,
      detail,
    })
  }
  return after
}

/** The faults of the URL template for new tickets. */
function templateFaults(template: string): string[] {
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '')
  const unknown = [...new Set(names)].filter((name) => !templateFields.includes(name))
  const filled = template.replace(/\{[^{}]*\}/g, 'x')
  const faults = unknown.map(
    (name) => `has {${name.slice(0, 40)}}, which is unknown. Supported: {${templateFields.join('}, {')}}`,
  )
  if (/[{}]/.test(filled)) faults.push('has an unmatched brace')
  if (/\s/.test(template)) faults.push('has a space; write %20')
  if (template.includes('\\')) faults.push('contains a backslash, which programs interpret differently')
  const address = URL.parse(filled)
  const origin = originOf((data) => template.replace(/\{[^{}]*\}/g, data))
  if (origin === 'no address' || !/^https?:\/\//i.test(template)) {
    faults.push('is not a URL that starts with https:// or http://')
  } else if (address && (address.username !== '' || address.password !== '')) {
    faults.push('contains a user name or password, which everyone could see')
  } else if (origin === 'follows data') {
    // Content of a finding must not choose the host that the browser connects to.
    faults.push('has a placeholder in its host')
  }
  return faults
}
