import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { findingTypes, toCode, validationStates } from '../../codes.ts'
import { demandPurge } from '../purge.ts'

type AnyDatabase = Kysely<unknown>

/** Scanners for secrets alone; until now their SARIF was read as code, with the secret as its text. */
const scanners =
  /\b(?:gitleaks|betterleaks|truffle[-_ ]?hog|talisman|detect[-_ ]?secrets|ggshield|gitguardian|nosey[-_ ]?parker|kingfisher|secretlint|whispers|ripsecrets|cred(?:ential)?[-_ ]?scan(?:ner)?)\b/i
const masked = /[*•●█]{3,}|\b(?:redacted|masked|removed|hidden)\b|(?:\.{3}|…)$/i
const removed = '[removed]'
const rowsAtOnce = 500

interface Row {
  id: number
  salt: string
  rule: string
  document_json: string
  code_json: string | null
}

/**
 * Findings that scanners for secrets reported as code become secrets: the value is replaced by its salted hash, and all
 * that shows it goes, from the pages of the file too. Source: docs/api.md#secrets.
 */
export async function up(db: AnyDatabase): Promise<void> {
  const { rows: sources } = await sql<{ id: number; tool: string }>`select id, tool from scan_source`.execute(
    db,
  )
  const ids = sources.flatMap(({ id, tool }) => (scanners.test(tool) ? [id] : []))
  if (ids.length === 0) return
  for (let after = 0; ; ) {
    const { rows } = await sql<Row>`
      select finding.id, deployment.secret_salt as salt, coalesce(rule.tool_rule, rule.path) as rule,
        finding.document_json, detail.code_json
      from finding join deployment on deployment.id = finding.deployment_id
        join rule on rule.id = finding.rule_id
        left join finding_detail as detail on detail.finding_id = finding.id
      where finding.type = ${toCode(findingTypes, 'sast')} and finding.id > ${after}
        and finding.source_id in (select value from json_each(${JSON.stringify(ids)}))
      order by finding.id limit ${rowsAtOnce}`.execute(db)
    for (const row of rows) await replaceSecret(db, row)
    after = rows.at(-1)?.id ?? 0
    if (rows.length < rowsAtOnce) break
  }
  // Pages whose rows were moved keep copies of them.
  await demandPurge(db)
}

async function replaceSecret(db: AnyDatabase, row: Row) {
  const value = valueIn(row.code_json)
  const hash = value === null ? null : createHmac('sha256', row.salt).update(value).digest('hex')
  const escaped = value === null ? null : JSON.stringify(value).slice(1, -1)
  const document = escaped ? row.document_json.replaceAll(escaped, removed) : row.document_json
  // Both ids were hashes of the value without a salt; the next scan gives new ones.
  await sql`update finding set type = ${toCode(findingTypes, 'secrets')}, secret_type = ${typeOf(row.rule)},
    secret_hash = ${hash}, validation_state = ${toCode(validationStates, 'NO_VALIDATOR')}, syntactic_id = null,
    match_based_id = ${`${row.id}_0`}, document_json = ${document} where id = ${row.id}`.execute(db)
  await sql`delete from finding_detail where finding_id = ${row.id}`.execute(db)
}

/** The secret itself: these scanners send it alone. Null where it is masked. */
function valueIn(json: string | null): string | null {
  if (json === null) return null
  // parse: our own column.
  const { lines } = JSON.parse(json) as { lines: string[] }
  const text = lines.join('\n').trim()
  const literals = [...text.matchAll(/"([^"]*)"|'([^']*)'|`([^`]*)`/g)].map((each) => each.slice(1).join(''))
  const value = literals.toSorted((a, b) => b.length - a.length)[0] ?? text
  return value === '' || masked.test(value) ? null : value
}

/** `detected-aws-key` is `aws key`. */
function typeOf(rule: string): string {
  const words = (rule.split(/[./]/).at(-1) ?? rule).replace(/^detected?-/, '').replaceAll(/[-_]+/g, ' ')
  return words.trim() === '' ? 'Generic secret' : words.trim()
}
