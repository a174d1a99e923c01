import { asList, asName, asPosition, bounds, getIn, type JsonObject } from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { sarifLocation } from '../sarif/described-results.ts'

/** Severities as scores, as Checkov's SARIF has them. */
const scores: ReadonlyMap<string, string> = new Map([
  ['critical', '10.0'],
  ['high', '8.9'],
  ['medium', '6.9'],
  ['low', '3.9'],
  ['none', '0.0'],
])

/** The path of a check from the root of the scan. */
export function pathOf(record: JsonObject): string {
  const path = filePath(record['repo_file_path']) ?? filePath(record['file_path']) ?? ''
  return path.replace(/^\/+/, '') || 'unknown'
}

/** The severity, which only a platform key adds: a word, or an object with its name. */
export const severityNameOf = (record: JsonObject): string | null =>
  (asName(record['severity'], 50) ?? asName(getIn(record['severity'], 'name'), 50))?.toLowerCase() ?? null

/** The rule of a check, as Checkov's SARIF describes it. */
export function descriptorOf(record: JsonObject): JsonObject {
  const title = titleOf(record)
  const severity = severityNameOf(record)
  return {
    id: idOf(record),
    name: title,
    shortDescription: { text: title },
    fullDescription: { text: asName(record['description'], bounds.message) ?? asName(record['check_name']) },
    helpUri: record['guideline'],
    defaultConfiguration: { level: 'error' },
    properties: {
      tags: isSecret(record) ? ['security', 'secret'] : ['security'],
      ...(severity === null ? {} : { 'security-severity': scores.get(severity) ?? '0.0' }),
    },
  }
}

/** A check, as Checkov's SARIF describes its result. */
export function resultOf(record: JsonObject, suppressed: boolean): JsonObject {
  const range = asList(record['file_line_range'])
  const startLine = asPosition(range[0]) ?? 1
  const rows = asList(record['code_block']).slice(0, bounds.codeLines)
  const text = rows
    .map((row) => asList(row)[1])
    .filter((line) => typeof line === 'string')
    .join('')
  return {
    level: suppressed ? 'warning' : 'error',
    message: { text: titleOf(record) },
    locations: [
      sarifLocation(pathOf(record), {
        startLine,
        endLine: asPosition(range[1]) ?? startLine,
        ...(text === '' ? {} : { snippet: { text } }),
      }),
    ],
    suppressions: suppressed ? [{ kind: 'inSource' }] : [],
    // That of a secret is a hash of its value.
    properties: isSecret(record) ? {} : { resource: record['resource'] },
  }
}

const isSecret = (record: JsonObject) => /^CKV_SECRET_/.test(idOf(record))

const titleOf = (record: JsonObject) =>
  asName(record['short_description']) ?? asName(record['check_name']) ?? idOf(record)

/** The id of the check; of a license the license and the package, as in Checkov's SARIF. */
function idOf(record: JsonObject): string {
  const id = asName(record['check_id']) ?? 'unknown'
  const license = asName(getIn(record['vulnerability_details'], 'license'))
  if (license === null || !id.startsWith('BC_LIC')) return id
  const name = asName(getIn(record['vulnerability_details'], 'package_name')) ?? ''
  const version = asName(getIn(record['vulnerability_details'], 'package_version')) ?? ''
  return `${license}_${name}@${version}`.replaceAll(' ', '_')
}
