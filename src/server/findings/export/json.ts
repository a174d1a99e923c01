import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import {
  type EffectiveModes,
  modeOfLevel,
  readEffectiveModes,
} from '#server/records/policies/effective-modes.ts'
import { parseDocument, writeFinding } from '../list/write-finding.ts'
import { toSecret } from '../secrets/secret.ts'
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
  let modesOfSecrets: EffectiveModes | undefined
  let first = true
  const texts = async (reader: Reader, rows: readonly ExportedRow[]) => {
    const page = (id: number) => findingUrl(origin, type, id)
    if (type === 'secrets') {
      modesOfSecrets ??= await readEffectiveModes(reader, deploymentId)
      return secretTexts(reader, deploymentId, rows, page, modesOfSecrets)
    }
    const known = await fragments(reader, rows)
    return rows.map((row) => {
      const code = codeUrl(parseDocument(row).line_of_code_url, {
        repository: urlOf(known.repositories.get(row.project_id)),
        ref: refOf(known.refs.get(row.ref_id)),
        path: row.path,
        line: row.line,
      })
      const mode = modeOfLevel(known.modes.levelOf(row.project_id, row.rule_id))
      const policy = known.modes.policyOf(row.project_id, row.rule_id)
      return (
        `{${writeFinding(row, known, type === 'sca')},"policy":${JSON.stringify(policy?.name ?? null)},` +
        `"policy_mode":${JSON.stringify(mode)},${writeUrls(page(row.id), code)}}`
      )
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

const writeUrls = (page: string, code: string | null) =>
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
  modes: EffectiveModes,
): Promise<string[]> {
  const secretRows = await reader
    .selectFrom('finding')
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'finding.deployment_id')
        .onRef('project.id', '=', 'finding.project_id'),
    )
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'finding.deployment_id').onRef('ref.id', '=', 'finding.ref_id'),
    )
    .selectAll('finding')
    .select(['project.name as project_name', 'project.url as project_url'])
    .select('ref.name as ref_name')
    .where('finding.deployment_id', '=', deploymentId)
    .where('finding.id', 'in', valuesOf(rows.map((row) => row.id)))
    .execute()
  const byId = new Map(secretRows.map((row) => [row.id, row]))
  return rows.flatMap(({ id }) => {
    const row = byId.get(id)
    if (!row) return []
    const mode = modeOfLevel(modes.levelOf(row.project_id, row.rule_id))
    const secret = toSecret({ ...row, mode })
    const policy = modes.policyOf(row.project_id, row.rule_id)?.name ?? null
    const code = codeUrl(secret.findingPathUrl, {
      repository: row.project_url,
      ref: row.ref_name,
      path: row.path,
      line: row.line,
    })
    return [
      JSON.stringify({ ...secret, policy, policy_mode: mode, gatehouse_url: page(id), code_host_url: code }),
    ]
  })
}
