import type { z } from 'zod/mini'
import type { BodySchema } from '#contract/operation.ts'
import type { setRuleText } from '#contract/operations/policies.ts'
import type { RuleTexts } from '#contract/responses/policies.ts'
import { recordAudit } from '#server/audit/audit-log.ts'
import { maskUrls } from '#server/base/credentials/mask-urls.ts'
import { confidences, fromCode, severities } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { FixedText, FixedTexts } from '#server/db/rule-texts.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { shownText, textFields } from '#server/records/policies/text-fields.ts'
import { updateRule } from '#server/records/policies/writes.ts'
import { readFixed, withFixedText } from './policy-rule.ts'

type Change = z.output<BodySchema<typeof setRuleText>>
type FixedColumn = keyof FixedText

const fixedColumns = [
  'title',
  'message',
  'severity',
  'confidence',
  'url',
  'cwe_json',
  'owasp_json',
] as const satisfies FixedColumn[]

/**
 * Sets what the deployment says about a rule in place of what most projects say; an empty object ends that. What findings
 * show stays what their projects say.
 * @throws HttpError 404 for an unknown rule, 409 with `current` if somebody changed it since `expectedAt`.
 * Source: docs/api.md#policies-and-rules.
 */
export async function fixRuleText(
  services: Services,
  deployment: Deployment,
  path: string,
  { fixed, expectedAt, note }: Change,
  actor: string,
): Promise<{ fixed: ReturnType<typeof toFixed> }> {
  return services.change(
    deployment.id,
    actor,
    async (transaction) => {
      const row = await ruleAt(transaction, deployment.id, path)
      const before = readFixed(row.fixed_json)
      if (expectedAt !== undefined && expectedAt !== (toFixed(before)?.at ?? null))
        throw new HttpError(409, 'Somebody else has changed the text of this rule.', {
          members: { current: toFixed(before) },
        })
      const texts = columnsOf(fixed)
      const next = Object.keys(texts).length === 0 ? null : { at: services.now(), texts }
      const shown = {
        from: withFixedText(row),
        to: withFixedText({ ...row, fixed_json: next && JSON.stringify(next) }),
      }
      const changes = fixedColumns.flatMap((column) => {
        const [from, to] = [shownText(column, shown.from[column]), shownText(column, shown.to[column])]
        return from === to ? [] : [[textFields[column], { from, to }]]
      })
      const isSame = JSON.stringify(before?.texts ?? {}) === JSON.stringify(texts)
      if (isSame) return { fixed: toFixed(before) }
      await updateRule(transaction, row.id, { fixed_json: next && JSON.stringify(next) })
      await recordAudit(transaction, {
        deploymentId: deployment.id,
        at: services.now(),
        actor,
        action: 'rule.text_set',
        target: row.path,
        detail: {
          ...Object.fromEntries(changes),
          fixed: Object.keys(fixed),
          ...(note ? { note: maskUrls(note) } : {}),
        },
      })
      return { fixed: toFixed(next) }
    },
    { event: 'policy.changed' },
  )
}

async function ruleAt(reader: Reader, deploymentId: number, path: string) {
  const row = await reader
    .selectFrom('rule')
    .select(['id', 'path', 'fixed_json', ...fixedColumns])
    .where('deployment_id', '=', deploymentId)
    .where('path', '=', path)
    .executeTakeFirst()
  if (!row) throw notFound('rule')
  return row
}

/** The position of `SEVERITY_HIGH` or `CONFIDENCE_HIGH`, whose word is in the list. */
const codeOf = (list: readonly string[], name: string) =>
  list.indexOf(name.replace(/^(?:SEVERITY|CONFIDENCE)_/, '').toLowerCase())

/** The columns that a request sets. */
function columnsOf({
  severity,
  confidence,
  cweCategories,
  owaspCategories,
  ...texts
}: Change['fixed']): FixedText {
  const { title, message, url } = texts
  return {
    ...(title ? { title: maskUrls(title) } : {}),
    ...(message ? { message: maskUrls(message) } : {}),
    ...(url ? { url: maskUrls(url) } : {}),
    ...(severity ? { severity: codeOf(severities, severity) } : {}),
    ...(confidence ? { confidence: codeOf(confidences, confidence) } : {}),
    ...(cweCategories ? { cwe_json: JSON.stringify(cweCategories) } : {}),
    ...(owaspCategories ? { owasp_json: JSON.stringify(owaspCategories) } : {}),
  }
}

/** The texts of a rule as the API names them, those that are there. */
export function toTexts({ cwe_json, owasp_json, severity, confidence, ...texts }: FixedText): RuleTexts {
  return {
    ...texts,
    ...(severity == null ? {} : { severity: `SEVERITY_${fromCode(severities, severity).toUpperCase()}` }),
    ...(confidence == null
      ? {}
      : { confidence: `CONFIDENCE_${fromCode(confidences, confidence).toUpperCase()}` }),
    // parse: our own columns, lists of strings.
    ...(cwe_json === undefined ? {} : { cweCategories: parseStored<string[]>(cwe_json) }),
    // parse: our own columns, lists of strings.
    ...(owasp_json === undefined ? {} : { owaspCategories: parseStored<string[]>(owasp_json) }),
  }
}

/** What an administrator set, as the API answers it. */
export const toFixed = (fixed: FixedTexts | null) =>
  fixed && { at: new Date(fixed.at).toISOString(), texts: toTexts(fixed.texts) }
