import { asBoolean, asName, asNames, asOneOf, asUrls, type JsonObject } from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { artifactLocation } from '../sarif/sarif-results.ts'

/** The kinds of findings of the plain format. */
export const kinds = ['code', 'secret', 'dependency'] as const

const states = { active: 'active', inactive: 'inactive', unknown: 'unknown' } as const

/** A list, which may be one text whose parts are separated by semicolons, as in a table. */
export function listOf(value: unknown): string[] {
  return asNames(typeof value === 'string' ? value.split(';') : value)
}

/** Whether a field is true, as a boolean or as a text of a table. */
export const isTrue = (value: unknown): boolean =>
  asBoolean(value) ?? (typeof value === 'string' && /^(?:true|yes|1)$/i.test(value.trim()))

/** A code finding or a secret as a result of SARIF. */
export function codeResult(
  finding: JsonObject,
  ruleId: string,
  kind: 'code' | 'secret',
): JsonObject & { ruleId: string } {
  const path = filePath(finding['path'])
  const isSecret = kind === 'secret'
  const region = {
    startLine: finding['line'],
    startColumn: finding['column'],
    endLine: finding['end_line'],
    endColumn: finding['end_column'],
    // The code of a secret may show more than its value, so it only says what to remove from the texts.
    ...(isSecret ? {} : { snippet: { text: finding['code'] } }),
  }
  const validity = asOneOf(finding['validity'], Object.values(states)) ?? 'unknown'
  return {
    ruleId,
    level: finding['severity'] ?? 'medium',
    message: { text: finding['message'] },
    locations:
      path === null ? [] : [{ physicalLocation: { artifactLocation: artifactLocation(path), region } }],
    ...(isSecret ? {} : { fingerprints: { fingerprint: finding['fingerprint'] } }),
    properties: {
      confidence: finding['confidence'],
      references: asUrls(listOf(finding['references'])),
      cwe: listOf(finding['cwe']),
      ...(isSecret
        ? {
            tags: ['secret'],
            secret: finding['secret'],
            match: finding['code'],
            secret_type: finding['secret_type'],
            validation_status: validity,
          }
        : { resource: finding['resource'] }),
    },
    ...(isTrue(finding['suppressed']) ? { suppressions: [{ kind: 'external' }] } : {}),
  }
}

/** The rule as the finding describes it; the first finding of a rule counts. */
export function ruleOf(finding: JsonObject): JsonObject {
  return {
    shortDescription: { text: asName(finding['title']) },
    helpUri: finding['url'],
    defaultConfiguration: { level: finding['severity'] ?? 'medium' },
    properties: { tags: ['security'], cwe: listOf(finding['cwe']) },
  }
}
