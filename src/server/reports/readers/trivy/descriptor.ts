import { asName, type JsonObject } from '../../values/json-values.ts'

/** Severities as scores, as Trivy's SARIF has them. */
const scores: ReadonlyMap<string, string> = new Map([
  ['CRITICAL', '9.5'],
  ['HIGH', '8.0'],
  ['MEDIUM', '5.5'],
  ['LOW', '2.0'],
])

/** The rule of an entry as Trivy's SARIF describes it. */
export function descriptorOf(rule: {
  id: string
  name: string
  tag: string
  title: unknown
  description: unknown
  severity: unknown
  url: unknown
}): JsonObject {
  return {
    id: rule.id,
    name: rule.name,
    shortDescription: { text: rule.title },
    fullDescription: { text: rule.description },
    helpUri: rule.url,
    properties: {
      tags: [rule.tag, 'security'],
      precision: 'very-high',
      'security-severity': scores.get(wordIn(rule.severity)) ?? '0.0',
    },
  }
}

/** A value in a message, empty where it is missing, as Trivy writes it. */
export const wordIn = (value: unknown): string => asName(value) ?? ''

/** The severity of one result, which may differ from that of another one of its rule. */
export const severityIn = (value: unknown) => ({ 'security-severity': scores.get(wordIn(value)) ?? '0.0' })

/** How a result is marked that Trivy was told to ignore. */
export const suppressionsOf = (ignored: boolean) => (ignored ? [{ kind: 'external' }] : [])
