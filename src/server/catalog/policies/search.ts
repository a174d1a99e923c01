import { sql } from 'kysely'
import type { listRules } from '#contract/operations/policies.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import type { PolicyRule } from '#contract/responses/policies.ts'
import { weaknessNumber } from '#lib/text/weakness-number.ts'
import type { Reader } from '#server/db/database.ts'
import { deploymentText } from '#server/db/rule-texts.ts'
import { containsIgnoringCase } from '#server/db/sql.ts'
import { ruleColumns, ruleFacts, withFixedText } from './policy-rule.ts'

/**
 * Returns the rules of all policies whose path or title contains a text, or that have the weakness that it names, sorted
 * by path. The cursor is the last path returned.
 * Source: docs/api.md#policies-and-rules.
 */
export async function searchRules(
  reader: Reader,
  deploymentId: number,
  query: QueryValues<(typeof listRules)['query']>,
): Promise<{ rules: PolicyRule[]; cursor: string }> {
  const limit = query.limit ?? 100
  const isDescending = query.sort === '-path'
  const text = query.q?.trim() ?? ''
  let ruleQuery = reader.selectFrom('rule').select(ruleColumns).where('deployment_id', '=', deploymentId)
  if (text !== '') {
    const number = weaknessNumber(text)
    const names = number && deploymentText(number.kind === 'cwe' ? 'cwe_json' : 'owasp_json')
    const conditions = [
      ...[sql.ref('rule.path'), deploymentText('title')].map((name) => containsIgnoringCase(name, text)),
      ...(names ? number.fragments.map((fragment) => containsIgnoringCase(names, fragment)) : []),
    ]
    ruleQuery = ruleQuery.where((eb) => eb.or(conditions))
  }
  if (query.cursor) ruleQuery = ruleQuery.where('path', isDescending ? '<' : '>', query.cursor)
  const rows = await ruleQuery
    .orderBy('path', isDescending ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute()
  const visible = rows.slice(0, limit)
  return {
    rules: visible.map((row) => ({ ...ruleFacts(row), title: withFixedText(row).title })),
    cursor: rows.length > limit ? (visible.at(-1)?.path ?? '') : '',
  }
}
