import { confidences, fromCode, severities } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { DataFlowStep, SuggestedFix } from '#server/db/documents.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { findingUrl } from './addresses.ts'
import type { FileKind } from './file-kind.ts'
import type { ExportedRow } from './pages.ts'
import { levels, resultOf, type SentDetail, scores, webAddress } from './sarif-result.ts'
import { createShared, type SharedRule, sharedRuleOf, texts } from './shared.ts'

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/**
 * Writes findings as one SARIF run. The results come first, because the rules are known only after the last result.
 * Source: OASIS SARIF 2.1.0.
 */
export function sarifWriter({
  deploymentId,
  type,
  origin,
}: Pick<FileKind, 'deploymentId' | 'type' | 'origin'>) {
  const shared = createShared(deploymentId)
  /** Positions of rules by their JSON: projects may say different things about one, which has that id each time (3.49.3). */
  const ruleIndexes = new Map<string, number>()
  const indexOf = new WeakMap<SharedRule, number>()
  let first = true
  const ruleIndexOf = (rule: SharedRule | undefined) => {
    const known = rule && indexOf.get(rule)
    if (known !== undefined) return known
    const descriptor = JSON.stringify(descriptorOf(rule))
    const ruleIndex = ruleIndexes.get(descriptor) ?? ruleIndexes.size
    ruleIndexes.set(descriptor, ruleIndex)
    if (rule) indexOf.set(rule, ruleIndex)
    return ruleIndex
  }
  return {
    begin: `{"$schema":"${schema}","version":"2.1.0","runs":[{"columnKind":"utf16CodeUnits","results":[`,
    async page(reader: Reader, rows: readonly ExportedRow[]): Promise<string> {
      const filled = await shared.fill(reader, rows)
      const details = await detailsOf(reader, deploymentId, rows)
      let text = ''
      for (const row of rows) {
        const address = findingUrl(origin, type, row.id)
        const result = resultOf(
          row,
          filled,
          ruleIndexOf(sharedRuleOf(filled, row)),
          details.get(row.id),
          address,
        )
        text += `${first ? '\n' : ',\n'}${JSON.stringify(result)}`
        first = false
      }
      return text
    },
    end() {
      const driver = JSON.stringify({ name: 'Gatehouse', version: origin.version })
      return `\n],"tool":{"driver":${driver.slice(0, -1)},"rules":[${[...ruleIndexes.keys()].join(',')}]}}}]}\n`
    },
  }
}

async function detailsOf(
  reader: Reader,
  deploymentId: number,
  rows: readonly ExportedRow[],
): Promise<Map<number, SentDetail>> {
  const matches = await reader
    .selectFrom('finding_detail')
    .select(['finding_id', 'data_flow_json', 'fix_json'])
    .where('deployment_id', '=', deploymentId)
    .where('finding_id', 'in', valuesOf(rows.map((row) => row.id)))
    .execute()
  return new Map(
    matches.map((row) => [
      row.finding_id,
      {
        // parse: our own column, written by the ingest.
        flow: row.data_flow_json === null ? null : parseStored<DataFlowStep[]>(row.data_flow_json),
        // parse: our own column, written by the ingest.
        fix: row.fix_json === null ? null : parseStored<SuggestedFix>(row.fix_json),
      },
    ]),
  )
}

/** A rule of the tool. Source: SARIF 2.1.0, 3.49. */
function descriptorOf(rule: SharedRule | undefined) {
  if (!rule) return { id: '' }
  const severity = fromCode(severities, rule.severity)
  const precision = fromCode(confidences, rule.confidence)
  const help = webAddress(rule.url)
  const tags = [
    ...new Set([
      ...(rule.category ? [rule.category] : []),
      ...texts(rule.cwe_json),
      ...texts(rule.owasp_json),
    ]),
  ]
  return {
    id: rule.path,
    ...(rule.title ? { shortDescription: { text: rule.title } } : {}),
    ...(rule.message ? { fullDescription: { text: rule.message } } : {}),
    ...(help ? { helpUri: help } : {}),
    ...(severity ? { defaultConfiguration: { level: levels[severity] } } : {}),
    properties: {
      ...(tags.length > 0 ? { tags } : {}),
      ...(precision ? { precision } : {}),
      ...(severity ? { 'security-severity': scores[severity] } : {}),
    },
  }
}
