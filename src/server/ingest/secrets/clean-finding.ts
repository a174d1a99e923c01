import type {
  ReportedCode,
  ReportedFix,
  ReportedFlowStep,
  ReportedLocation,
  ReportedSecretFinding,
} from '../report/report.ts'
import type { Redaction } from './redaction.ts'
import { mapStrings } from './strings.ts'

/** What is no text of the file: our own words, hashes and times. */
const safeKeys: ReadonlySet<string> = new Set<keyof ReportedSecretFinding | 'kind' | 'gitCommitTimestamp'>([
  'kind',
  'severity',
  'confidence',
  'evidence',
  'secretHash',
  'validationState',
  'gitCommitTimestamp',
])

/** Where source stands that came with a secret. */
export interface SecretSource {
  code: ReportedCode | null
  dataFlow: ReportedFlowStep[] | null
  fix: ReportedFix | null
}

/**
 * A secret of which no text holds the value in any form: neither its message nor a comment, name, path, address or
 * fingerprint, whatever fields it has.
 * @param source is kept, without the value, where the value is known; else it is dropped whole.
 * @param salted replaces an identity that holds the value.
 */
export function cleanFinding(
  finding: ReportedSecretFinding,
  source: SecretSource,
  redaction: Redaction,
  salted: (text: string) => string,
): ReportedSecretFinding {
  const safeSource = finding.secretHash === null ? emptySource : cleanSource(source, redaction)
  const {
    matchBasedId,
    syntacticId,
    message,
    given: input,
    references,
    lineOfCodeUrl,
    externalTicket,
  } = finding
  const identity = (id: string) => (redaction.cleanName(id) === id ? id : salted(id))
  const cleanText = (text: string | null) => (text === null ? null : redaction.clean(text))
  const address = (url: string | null) => (url !== null && redaction.keeps(url) ? url : null)
  const texts: ReportedSecretFinding = {
    ...finding,
    message: cleanText(message),
    lineOfCodeUrl: address(lineOfCodeUrl),
    references: references.filter((each) => redaction.keeps(each)),
    externalTicket: externalTicket && { ...externalTicket, url: address(externalTicket.url) },
    given: input && { ...input, triageComment: cleanText(input.triageComment) },
    ...safeSource,
  }
  const cleaned = mapStrings(
    { ...texts, matchBasedId: '', syntacticId: '' },
    safeKeys,
    (all) => redaction.isInName(all),
    (text) => redaction.cleanName(text),
  )
  return { ...cleaned, matchBasedId: identity(matchBasedId), syntacticId: identity(syntacticId) }
}

const emptySource: SecretSource = { code: null, dataFlow: null, fix: null }

function cleanSource({ code, dataFlow, fix }: SecretSource, redaction: Redaction): SecretSource {
  const cleaned = (text: string) => redaction.cleanSource(text)
  const lines = code === null ? [] : cleaned(code.lines.join('\n')).split('\n')
  const steps = dataFlow?.map((step) => ({ ...step, code: step.code === null ? null : cleaned(step.code) }))
  return {
    // What is left of a match that is the value and nothing else says nothing.
    code: code === null || lines.every(isEmpty) ? null : { startLine: code.startLine, lines },
    dataFlow: steps ?? null,
    fix: fix && { ...fix, before: cleaned(fix.before), after: cleaned(fix.after) },
  }
}

const isEmpty = (line: string) => line.replaceAll('[removed]', '').trim().length < 2

/** The rows of source that a match stands on, out of more that the tool sent around it. */
export function matchedRows(
  code: ReportedCode | null,
  location: ReportedLocation | null,
): ReportedCode | null {
  if (code === null || location?.line == null) return code
  const first = location.line - code.startLine
  const last = (location.endLine ?? location.line) - code.startLine
  const lines = code.lines.slice(Math.max(first, 0), last + 1)
  return first < 0 || lines.length === 0 ? code : { startLine: location.line, lines }
}
