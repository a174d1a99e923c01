import { isMasked, longestOf } from '#server/base/credentials/literals.ts'
import { isValueLike } from '#server/base/credentials/value-like.ts'
import {
  asList,
  asName,
  asObject,
  asObjects,
  asPosition,
  asText,
  asUrl,
  asUrls,
  getIn,
  type JsonObject,
} from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { severityOfWord } from '../../values/severity.ts'
import { sarifLocation } from '../sarif/described-results.ts'
import { descriptionOf, type Identifier, identifiersOf, weaknessesOf } from './identifiers.ts'

const maxFlows = 5
const maxSteps = 500

/** A finding of SAST, or a secret, as a rule and a result of SARIF. */
export function resultOf(value: JsonObject, isSecret: boolean): [JsonObject, JsonObject] {
  const identifiers = identifiersOf(value)
  const location = asObject(value['location']) ?? {}
  const path = filePath(location['file'])
  const code = asText(value['raw_source_code_extract'])
  const level = severityOfWord(value['severity']) ?? 'medium'
  const region = {
    ...regionOf(location['start_line'], location['end_line']),
    ...(code === null ? {} : { snippet: { text: code } }),
  }
  return [
    ruleOf(value, identifiers, { level, isSecret }),
    {
      level,
      message: { text: descriptionOf(value) },
      locations: path === null ? [] : [{ ...sarifLocation(path, region), logicalLocations: namesOf(value) }],
      // Of a secret, the commit in which it was found.
      partialFingerprints: isSecret
        ? { commitSha: getIn(location['commit'], 'sha'), date: getIn(location['commit'], 'date') }
        : {},
      ...(isSecret ? {} : { codeFlows: flowsOf(value) }),
      properties: {
        confidence: confidenceOf(value),
        // The extract may be `key=value`; both are removed from every text.
        ...(isSecret ? { raw: code, secret: valueIn(code) } : {}),
      },
    },
  ]
}

function ruleOf(
  value: JsonObject,
  identifiers: readonly Identifier[],
  { level, isSecret }: { level: string; isSecret: boolean },
): JsonObject {
  const [primary] = identifiers
  const links = asObjects(value['links']).map(({ url }) => url)
  return {
    // The value of a weakness is a number alone.
    id: primary && /^(?:cwe|owasp)$/.test(primary.type) ? primary.name : (primary?.value ?? 'unknown'),
    shortDescription: { text: value['name'] },
    fullDescription: { text: descriptionOf(value) },
    helpUri: asUrl(primary?.url),
    defaultConfiguration: { level },
    properties: {
      tags: isSecret ? ['security', 'secret'] : ['security'],
      cwe: weaknessesOf(identifiers),
      owasp: identifiers.flatMap(({ type, name }) => (type === 'owasp' ? [name] : [])),
      references: asUrls(links),
    },
  }
}

/**
 * The names of class and method that contain the finding; else those in the signature by which GitLab tracks it, such as
 * `app/order.rb|Order[0]|pay[0]:4`.
 */
function namesOf(value: JsonObject): JsonObject[] {
  const named = [getIn(value['location'], 'class'), getIn(value['location'], 'method')]
  const own = named.flatMap((name) => asName(name) ?? [])
  if (own.length > 0) return own.map((name) => ({ name }))
  const signatures = asObjects(getIn(value['tracking'], 'items')).flatMap((item) =>
    asObjects(item['signatures']),
  )
  const scope = signatures.find(({ algorithm }) => /^scope_offset/.test(asName(algorithm, 100) ?? ''))
  return (asName(scope?.['value']) ?? '')
    .replace(/:\d+$/, '')
    .split('|')
    .slice(1)
    .map((part) => ({ name: part.replace(/\[\d+\]$/, '') }))
}

const regionOf = (first: unknown, last: unknown): JsonObject => {
  const startLine = asPosition(first)
  return startLine === null ? {} : { startLine, endLine: asPosition(last) ?? startLine }
}

/** Low where the analyzer itself takes it for a false positive. */
function confidenceOf(value: JsonObject): unknown {
  const flags = asObjects(value['flags']).map(({ type }) => asName(type, 100))
  return flags.includes('flagged-as-likely-false-positive') ? 'low' : value['confidence']
}

/** The steps from source to sink, which analyzers that follow data write into `details`. */
function flowsOf(value: JsonObject): JsonObject[] {
  const flows = asList(getIn(value['details'], 'code_flows', 'items')).slice(0, maxFlows)
  return flows.map((flow) => ({
    threadFlows: [
      {
        locations: asObjects(flow)
          .slice(0, maxSteps)
          .flatMap(({ file_location: place }) => {
            const path = filePath(getIn(place, 'file_name'))
            if (path === null) return []
            const region = regionOf(getIn(place, 'line_start'), getIn(place, 'line_end'))
            return [{ location: sarifLocation(path, region) }]
          }),
      },
    ],
  }))
}

/** The part of a secret's extract that looks like a value. */
function valueIn(code: string | null): string | null {
  const parts = (code ?? '').slice(0, 10_000).split(/[\s"'`=:,;()[\]{}<>]+/)
  return longestOf(parts.filter((part) => isValueLike(part, 12) && !isMasked(part))) ?? null
}
