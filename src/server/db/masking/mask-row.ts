import { createHmac } from 'node:crypto'
import { digest, saltedEvidence, saltedId } from '#server/base/credentials/digests.ts'
import { maskParts } from '#server/base/credentials/mask-parts.ts'
import { maskProse, proseContext } from '#server/base/credentials/mask-prose.ts'
import { mask } from '#server/base/credentials/mask-source.ts'
import type { CodeLines, FindingDocument, SuggestedFix } from '../documents.ts'

/** Source of a finding as it is stored. */
export interface StoredSource {
  code_json: string | null
  data_flow_json: string | null
  fix_json: string | null
}

interface Place {
  path: string | null
  line: number | null
  end_line: number | null
  rule: string
}

/** Masks stored source, as a scan does now. */
export function maskStored(place: Place, source: StoredSource) {
  const masked = maskParts(
    { path: place.path ?? '', line: place.line, endLine: place.end_line },
    {
      code: parsed<CodeLines>(source.code_json),
      dataFlow: parsed<Parameters<typeof maskParts>[1]['dataFlow'] & object>(source.data_flow_json),
      fix: parsed<SuggestedFix>(source.fix_json),
    },
  )
  const { code, dataFlow, fix } = masked.parts
  return {
    ...masked,
    context: proseContext(masked.values, place.path ?? '', place.rule),
    source: { code_json: written(code), data_flow_json: written(dataFlow), fix_json: written(fix) },
  }
}

// parse: our own columns.
const parsed = <T>(json: string | null): T | null => (json === null ? null : (JSON.parse(json) as T))
const written = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

/** Masks a stored document, in which sentences lose what they quote, and all other texts the literals. */
export function maskDocument(
  json: string,
  { context, isWithheld }: Pick<ReturnType<typeof maskStored>, 'context' | 'isWithheld'>,
): string {
  const { rule_message, assistant, ...others } = parsed<FindingDocument>(json) ?? {}
  const prose = (text: string) => maskProse(text, context)
  return JSON.stringify({
    ...(rule_message == null ? {} : { rule_message: prose(rule_message) }),
    // parse: texts are replaced by texts.
    ...(inStrings(others, (text) => context.values.remove(text, mask)) as FindingDocument),
    ...(assistant == null ? {} : { assistant: inStrings(assistant, prose) }),
    ...(isWithheld ? { source_withheld: true } : {}),
  })
}

/** A JSON value with another text in place of each of its strings; names of members stay. */
export function inStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => inStrings(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inStrings(each, change)]))
}

/** Hashes a text with the salt of a deployment. */
export const saltedBy = (salt: string) => (text: string) =>
  createHmac('sha256', salt).update(text).digest('hex')

/** What identifies a finding, as it is stored. */
export interface StoredEvidence {
  code: string | null
  tokens: string | null
  context: string | null
  flow: string | null
  fingerprint: string | null
  message: string | null
}

/** Salted evidence, with the digest of the masked message. */
export const maskEvidence = (
  { code, tokens, context, flow }: StoredEvidence,
  salted: (text: string) => string,
  message: string | null,
) => ({
  ...saltedEvidence({ code, tokens, context, flow }, salted),
  message: message === null ? '' : digest(message),
})

/** The key of a finding that somebody excluded from a flaw. */
export const exclusionKeyOf = (
  { rule, path }: Pick<Place, 'rule' | 'path'>,
  { fingerprint, code, message }: Pick<StoredEvidence, 'fingerprint' | 'code' | 'message'>,
  resource: string | null,
): string => {
  const key = [rule, path ?? '', fingerprint, code, message ?? '', null, null]
  return digest(JSON.stringify(resource === null ? key : [...key, resource]))
}

/** The row of a finding before a match, masked, so that undoing the match brings nothing back. */
export function maskBefore(json: string, place: Place, salted: (text: string) => string): string {
  interface Before {
    finding?: Record<string, unknown>
    detail?: Partial<StoredSource>
    evidence?: Partial<StoredEvidence>
  }
  const before = parsed<Before>(json) ?? {}
  const { finding = {}, detail = {}, evidence = {} } = before
  const { code_json = null, data_flow_json = null, fix_json = null } = detail
  const masked = maskStored(place, { code_json, data_flow_json, fix_json })
  const ids = Object.fromEntries(
    ['match_based_id', 'syntactic_id'].flatMap((name) => {
      const id = finding[name]
      return typeof id === 'string' ? [[name, saltedId(id, salted)]] : []
    }),
  )
  const document = finding['document_json']
  const digests = Object.fromEntries(
    Object.entries(evidence).map(([name, value]) => {
      const isOfCode = ['code', 'tokens', 'context', 'flow'].includes(name) && typeof value === 'string'
      return [name, isOfCode ? saltedEvidence({ ...none, code: value }, salted).code : value]
    }),
  )
  return JSON.stringify({
    ...before,
    ...('finding' in before
      ? {
          finding: {
            ...finding,
            ...ids,
            ...(typeof document === 'string' ? { document_json: maskDocument(document, masked) } : {}),
          },
        }
      : {}),
    ...('detail' in before ? { detail: { ...detail, ...pick(masked.source, detail) } } : {}),
    ...('evidence' in before
      ? { evidence: { ...digests, ...('message' in evidence ? { message: null } : {}) } }
      : {}),
  })
}

const none = { code: null, tokens: null, context: null, flow: null }
const pick = (source: StoredSource, of: object) =>
  Object.fromEntries(Object.entries(source).filter(([name]) => name in of))
