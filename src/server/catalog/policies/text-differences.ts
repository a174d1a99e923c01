import type { RuleAnswer } from '#contract/responses/policies.ts'
import { getOrCreate } from '#lib/get-or-create.ts'
import type { Reader } from '#server/db/database.ts'
import { ruleTextColumns } from '#server/db/rule-texts.ts'
import { shownText, textFields } from '#server/records/policies/text-fields.ts'

/** Texts of projects that are read, and of each text the projects that are named. */
const maxTexts = 2000
const maxNamed = 5

/** What projects say about a rule that is not the deployment's text, the most frequent first. */
export async function textDifferences(
  reader: Reader,
  deploymentId: number,
  ruleId: number,
): Promise<RuleAnswer['rule']['differences']> {
  const rows = await reader
    .selectFrom('rule_text')
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'rule_text.deployment_id')
        .onRef('project.id', '=', 'rule_text.project_id'),
    )
    .select(['project.name', ...ruleTextColumns.map((column) => `rule_text.${column}` as const)])
    .where('rule_text.deployment_id', '=', deploymentId)
    .where('rule_text.rule_id', '=', ruleId)
    .where('rule_text.ref_id', '=', 0)
    .orderBy('rule_text.project_id')
    .limit(maxTexts)
    .execute()
  const projects = new Map<string, Set<string>>()
  for (const row of rows) {
    for (const column of ruleTextColumns) {
      const value = shownText(column, row[column])
      if (value === null) continue
      getOrCreate(projects, JSON.stringify([textFields[column], value]), () => new Set()).add(row.name)
    }
  }
  return [...projects]
    .map(([key, names]) => {
      // parse: written above.
      const [field, value] = JSON.parse(key) as [string, string]
      return { field, value, projects: names.size, names: [...names].slice(0, maxNamed) }
    })
    .toSorted((one, other) => other.projects - one.projects)
}
