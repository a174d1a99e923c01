import { isMasked, longestOf } from '#server/base/credentials/literals.ts'
import { isValueLike } from '#server/base/credentials/value-like.ts'
import { asPosition, asText, type JsonObject } from '../../values/json-values.ts'
import { sarifLocation } from '../sarif/described-results.ts'
import { descriptorOf, severityIn, suppressionsOf, wordIn } from './descriptor.ts'
import type { Scanned } from './entries.ts'
import { pathOf } from './target.ts'

/**
 * A secret, with its rule and message as in Trivy's SARIF. Trivy masks the values of its findings, but `Code` may quote
 * the line of another one, so that no code is kept.
 */
export function secretOf(value: JsonObject, scanned: Scanned, ignored: boolean): [JsonObject, JsonObject] {
  const { Title: title, Severity: severity } = value
  const startLine = asPosition(value['StartLine']) ?? 1
  const match = asText(value['Match'], 10_000) ?? ''
  return [
    descriptorOf({
      id: wordIn(value['RuleID']) || 'unknown',
      name: 'Secret',
      tag: 'secret',
      title,
      description: title,
      severity,
      url: null,
    }),
    {
      message: {
        text: `Artifact: ${scanned.target}\nType: ${scanned.type}\nSecret ${wordIn(title)}\nSeverity: ${wordIn(severity)}\nMatch: ${match}`,
      },
      locations: [
        sarifLocation(pathOf(scanned), {
          startLine,
          endLine: asPosition(value['EndLine']) ?? startLine,
          startColumn: 1,
          endColumn: 1,
        }),
      ],
      suppressions: suppressionsOf(ignored),
      properties: { ...severityIn(severity), secret: unmaskedIn(match) },
    },
  ]
}

/** A value that Trivy did not mask, so that it is removed from every text. */
function unmaskedIn(match: string): string | null {
  const parts = match.slice(0, 10_000).split(/[\s"'`=:,;()[\]{}<>]+/)
  return longestOf(parts.filter((part) => isValueLike(part, 12) && !isMasked(part))) ?? null
}
