import type { FindingType } from '#contract/vocabulary.ts'
import { ruleTitle } from '#lib/text/rule-title.ts'
import { findingTypes, fromCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { textOfFinding } from '#server/db/rule-texts.ts'
import { valuesOf } from '#server/db/sql.ts'
import { packageLabel } from '../history/triage-detail.ts'

/** A finding in a sentence: its package and the name of its rule. */
interface FindingTitle {
  id: number
  type: FindingType
  title: string
}

/** Returns findings in lists by their ids, each with its title. One statement; ids that are no longer known are left out. */
export async function readFindingTitles(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
): Promise<Map<number, FindingTitle>> {
  const rows = await reader
    .selectFrom('finding')
    .innerJoin('rule', (join) =>
      join.onRef('rule.deployment_id', '=', 'finding.deployment_id').onRef('rule.id', '=', 'finding.rule_id'),
    )
    .select(['finding.id', 'finding.type', 'rule.path as rule', textOfFinding('title').as('title')])
    .select(['finding.package', 'finding.package_version'])
    .where('finding.deployment_id', '=', deploymentId)
    .where('finding.id', 'in', valuesOf(new Set(ids)))
    .where('finding.removed', '=', 0)
    .execute()
  return new Map(
    rows.map((row) => {
      const name = ruleTitle(row.rule, row.title)
      const title = [packageLabel(row.package, row.package_version), name].filter(Boolean).join(': ')
      return [row.id, { id: row.id, type: fromCode(findingTypes, row.type), title }]
    }),
  )
}
