import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { type SecretRow, toSecret } from '#server/secrets/public.ts'
import { parseDocument, writeFinding } from '../list/write-finding.ts'
import { codeUrl, findingUrl } from './addresses.ts'
import type { FileKind } from './file-kind.ts'
import type { ExportedRow } from './pages.ts'
import { createFragments } from './shared.ts'

/** Writes findings as `{ "findings": [...] }`, each as in its list. Source: docs/api.md#fields. */
export function jsonWriter({
  deploymentId,
  type,
  origin,
}: Pick<FileKind, 'deploymentId' | 'type' | 'origin'>) {
  const fragments = createFragments(deploymentId)
  let first = true
  const texts = async (reader: Reader, rows: readonly ExportedRow[]) => {
    const page = (id: number) => findingUrl(origin, type, id)
    if (type === 'secrets') return secretTexts(reader, deploymentId, rows, page)
    const known = await fragments(reader, rows)
    return rows.map((row) => {
      const code = codeUrl(parseDocument(row).line_of_code_url, {
        repository: urlOf(known.repositories.get(row.project_id)),
        ref: refOf(known.refs.get(row.ref_id)),
        path: row.path,
        line: row.line,
      })
      return `{${writeFinding(row, known, type === 'sca')},${secretUrls(page(row.id), code)}}`
    })
  }
  return {
    begin: '{"findings":[',
    async page(reader: Reader, rows: readonly ExportedRow[]): Promise<string> {
      const text = (await texts(reader, rows)).join(',\n')
      const separator = first ? '\n' : ',\n'
      first = false
      return separator + text
    },
    end: () => '\n]}\n',
  }
}

const secretUrls = (page: string, code: string | null) =>
  `"gatehouse_url":${JSON.stringify(page)},"code_host_url":${JSON.stringify(code)}`

function urlOf(repository: string | undefined): string | null {
  // parse: a fragment is JSON that we wrote.
  const repositoryFields = parseStored<{ url?: string | null }>(repository ?? '{}')
  return repositoryFields.url ?? null
}

function refOf(ref: string | undefined): string | null {
  // parse: as above.
  return parseStored<string | null>(ref ?? 'null')
}

async function secretTexts(
  reader: Reader,
  deploymentId: number,
  rows: readonly ExportedRow[],
  page: (id: number) => string,
): Promise<string[]> {
  const secretRows: SecretRow[] = await reader
    .selectFrom('finding')
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'finding.deployment_id')
        .onRef('project.id', '=', 'finding.project_id'),
    )
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'finding.deployment_id').onRef('ref.id', '=', 'finding.ref_id'),
    )
    .leftJoin('policy_rule', (join) =>
      join
        .onRef('policy_rule.deployment_id', '=', 'finding.deployment_id')
        .onRef('policy_rule.policy_id', '=', 'finding.policy_id')
        .onRef('policy_rule.rule_id', '=', 'finding.rule_id'),
    )
    .selectAll('finding')
    .select(['project.name as project_name', 'project.url as project_url'])
    .select(['ref.name as ref_name', 'policy_rule.mode'])
    .where('finding.deployment_id', '=', deploymentId)
    .where('finding.id', 'in', valuesOf(rows.map((row) => row.id)))
    .execute()
  const byId = new Map(secretRows.map((row) => [row.id, row]))
  return rows.flatMap(({ id }) => {
    const row = byId.get(id)
    if (!row) return []
    const secret = toSecret(row)
    const code = codeUrl(secret.findingPathUrl, {
      repository: row.project_url,
      ref: row.ref_name,
      path: row.path,
      line: row.line,
    })
    return [JSON.stringify({ ...secret, gatehouse_url: page(id), code_host_url: code })]
  })
}
