import type { FindingType } from '#contract/vocabulary.ts'
import type { Reader } from '#server/db/database.ts'
import { answeredSecret, type SecretRow } from '#server/secrets/public.ts'
import { valuesOf } from '../among.ts'
import { findingMembers } from '../answer.ts'
import type { ExportedRow } from './pages.ts'
import { createFragments } from './shared.ts'

/** Writes findings as `{ "findings": [...] }`, each in the form of its list. Source: API description, "Resources". */
export function jsonWriter(type: FindingType) {
  const fragments = createFragments()
  let first = true
  const texts = async (reader: Reader, rows: readonly ExportedRow[]) => {
    if (type === 'secrets') return secretTexts(reader, rows)
    const known = await fragments(reader, rows)
    return rows.map((row) => `{${findingMembers(row, known, type === 'sca')}}`)
  }
  return {
    begin: '{"findings":[',
    async page(reader: Reader, rows: readonly ExportedRow[]): Promise<string> {
      const text = (await texts(reader, rows)).join(',\n')
      const before = first ? '\n' : ',\n'
      first = false
      return before + text
    },
    end: () => '\n]}\n',
  }
}

async function secretTexts(reader: Reader, rows: readonly ExportedRow[]): Promise<string[]> {
  const found: SecretRow[] = await reader
    .selectFrom('finding')
    .innerJoin('project', 'project.id', 'finding.project_id')
    .innerJoin('ref', 'ref.id', 'finding.ref_id')
    .leftJoin('policy_rule', (join) =>
      join
        .onRef('policy_rule.policy_id', '=', 'finding.policy_id')
        .onRef('policy_rule.rule_id', '=', 'finding.rule_id'),
    )
    .selectAll('finding')
    .select(['project.name as project_name', 'project.url as project_url'])
    .select(['ref.name as ref_name', 'policy_rule.mode'])
    .where('finding.id', 'in', valuesOf(rows.map((row) => row.id)))
    .execute()
  const byId = new Map(found.map((row) => [row.id, row]))
  return rows.flatMap(({ id }) => {
    const row = byId.get(id)
    return row ? [JSON.stringify(answeredSecret(row))] : []
  })
}
