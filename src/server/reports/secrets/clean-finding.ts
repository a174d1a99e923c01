import type {
  ReportedCode,
  ReportedFix,
  ReportedFlowStep,
  ReportedLocation,
  ReportedSecretFinding,
} from '../report/report.ts'
import type { Redaction } from './redaction.ts'
import { mapStrings } from './strings.ts'

/** Fields that do not contain text of the file: our own values, hashes and times. */
const safeKeys: ReadonlySet<string> = new Set<keyof ReportedSecretFinding | 'kind' | 'gitCommitTimestamp'>([
  'kind',
  'severity',
  'confidence',
  'evidence',
  'secretHash',
  'validationState',
  'gitCommitTimestamp',
])

/** The source code that was reported with a secret. */
export interface SecretSource {
  code: ReportedCode | null
  dataFlow: ReportedFlowStep[] | null
  fix: ReportedFix | null
}

/**
 * Removes all forms of the value from every text of a secret: its message, comments, names, paths, URLs, fingerprints
 * and all other fields.
 * @param source is kept, without the value, if the value is known; otherwise it is dropped completely.
 * @param salted replaces an identity that contains the value.
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
  const path = finding.location?.filePath ?? ''
  const cleanText = (text: string | null) => (text === null ? null : besides(path, text, redaction))
  const address = (url: string | null) => (url !== null && redaction.keeps(url) ? url : null)
  const texts: ReportedSecretFinding = {
    ...finding,
    message: cleanText(message),
    lineOfCodeUrl: lineOfCodeUrl !== null && redaction.keepsPath(lineOfCodeUrl) ? lineOfCodeUrl : null,
    references: references.filter((each) => redaction.keeps(each)),
    externalTicket: externalTicket && { ...externalTicket, url: address(externalTicket.url) },
    given: input && { ...input, triageComment: cleanText(input.triageComment) },
    ...safeSource,
  }
  const cleaned = mapStrings(
    { ...texts, ...withoutPaths },
    safeKeys,
    (all) => redaction.isInName(all),
    (text) => redaction.cleanName(text),
  )
  return {
    ...cleaned,
    location: cleanLocation(finding.location, redaction),
    dataFlow:
      cleaned.dataFlow?.map((step, index) => ({
        ...step,
        location: cleanLocation(texts.dataFlow?.[index]?.location ?? step.location, redaction),
      })) ?? null,
    lineOfCodeUrl: texts.lineOfCodeUrl,
    matchBasedId: identity(matchBasedId),
    syntacticId: identity(syntacticId),
  }
}

/** Fields that are cleaned in their own way. */
const withoutPaths = { matchBasedId: '', syntacticId: '', location: null, lineOfCodeUrl: null }

const cleanLocation = <T extends ReportedLocation | null>(location: T, redaction: Redaction): T =>
  location && { ...location, filePath: redaction.cleanPath(location.filePath) }

/** A sentence without the value, in which the path of the file stays as it is shown elsewhere. */
function besides(path: string, text: string, redaction: Redaction): string {
  if (!path.includes('/') || !text.includes(path)) return redaction.clean(text)
  return text
    .split(path)
    .map((part) => redaction.clean(part))
    .join(redaction.cleanPath(path))
}

const emptySource: SecretSource = { code: null, dataFlow: null, fix: null }

function cleanSource({ code, dataFlow, fix }: SecretSource, redaction: Redaction): SecretSource {
  const cleaned = (text: string) => redaction.cleanSource(text)
  const lines = code === null ? [] : cleaned(code.lines.join('\n')).split('\n')
  const steps = dataFlow?.map((step) => ({ ...step, code: step.code === null ? null : cleaned(step.code) }))
  return {
    // A match that consists only of the value is empty after removal, and is dropped.
    code: code === null || lines.every(isEmpty) ? null : { startLine: code.startLine, lines },
    dataFlow: steps ?? null,
    fix: fix && { ...fix, before: cleaned(fix.before), after: cleaned(fix.after) },
  }
}

const isEmpty = (line: string) => line.replaceAll('[removed]', '').trim().length < 2

/** The source lines of a match, out of the larger context that the tool reported. */
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
