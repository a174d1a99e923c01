import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { answeredSecret, type SecretRow } from '#server/secrets/public.ts'
import { documentOf, findingMembers } from '../answer.ts'
import { codeAddress, pageAddress } from './addresses.ts'
import type { FileKind } from './file-kind.ts'
import type { ExportedRow } from './pages.ts'
import { createFragments } from './shared.ts'

/** Writes findings as `{ "findings": [...] }`, each in the form of its list. Source: docs/api.md#fields. */
export function jsonWriter({ type, origin }: Pick<FileKind, 'type' | 'origin'>) {
  const fragments = createFragments()
  let first = true
  const texts = async (reader: Reader, rows: readonly ExportedRow[]) => {
    const page = (id: number) => pageAddress(origin, type, id)
    if (type === 'secrets') return secretTexts(reader, rows, page)
    const known = await fragments(reader, rows)
    return rows.map((row) => {
      const code = codeAddress(documentOf(row).line_of_code_url, {
        repository: urlOf(known.repositories.get(row.project_id)),
        ref: refOf(known.refs.get(row.ref_id)),
        path: row.path,
        line: row.line,
      })
      return `{${findingMembers(row, known, type === 'sca')},${addresses(page(row.id), code)}}`
    })
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

const addresses = (page: string, code: string | null) =>
  `"gatehouse_url":${JSON.stringify(page)},"code_host_url":${JSON.stringify(code)}`

function urlOf(repository: string | undefined): string | null {
  // parse: a fragment is JSON that we wrote.
  const read = JSON.parse(repository ?? '{}') as { url?: string | null }
  return read.url ?? null
}

function refOf(ref: string | undefined): string | null {
  // parse: as above.
  return JSON.parse(ref ?? 'null') as string | null
}

async function secretTexts(
  reader: Reader,
  rows: readonly ExportedRow[],
  page: (id: number) => string,
): Promise<string[]> {
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
    if (!row) return []
    const secret = answeredSecret(row)
    const code = codeAddress(secret.findingPathUrl, {
      repository: row.project_url,
      ref: row.ref_name,
      path: row.path,
      line: row.line,
    })
    return [JSON.stringify({ ...secret, gatehouse_url: page(id), code_host_url: code })]
  })
}
