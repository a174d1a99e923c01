import { digest } from '#server/base/credentials/digests.ts'
import type { ReportedEvidence, ReportedFlowStep } from '../report/report.ts'
import { codeTokens } from './code-tokens.ts'
import { normalizeCode } from './identity.ts'

/**
 * The texts that evidence is computed from; `secured` replaces a text of a secret with a salted hash before it is
 * stored.
 */
export type EvidenceTexts = {
  fingerprint?: { scheme: string; value: string } | null
  otherFingerprint?: { scheme: string; value: string } | null
  matched?: string | null
  /** The file of the matched text, which tells its language. */
  path?: string | null
  context?: readonly string[] | null
  flow?: readonly ReportedFlowStep[] | null
  /** Digest of the message as sent, without secrets, where another one is shown. */
  message?: string | null
  secured?: (text: string) => string
}

/** Computes the evidence that identifies a finding in a later scan. Source: docs/api.md#identity. */
export function evidenceOf(texts: EvidenceTexts): ReportedEvidence {
  const { matched, context, flow, message, secured = (text: string) => text } = texts
  const hashed = (text: string) => (text === '' ? null : digest(secured(text)))
  const fingerprint = (sent: EvidenceTexts['fingerprint']) =>
    sent ? { scheme: sent.scheme, value: digest(secured(baseOf(sent.value))) } : null
  const tokens = texts.secured ? [] : codeTokens(matched ?? '', texts.path ?? '')
  return {
    fingerprint: fingerprint(texts.fingerprint),
    otherFingerprint: fingerprint(texts.otherFingerprint),
    code: hashed(normalizeCode(matched ?? '')),
    tokens: tokens.length === 0 ? null : digest(JSON.stringify(tokens)),
    tokenCount: tokens.length,
    context: hashed(normalizeCode((context ?? []).join('\n'))),
    flow: hashed((flow ?? []).map(stepText).join('\n')),
    ...(message == null ? {} : { message }),
  }
}

/** A fingerprint without the index that distinguishes equal ones in a file: `…_0` of Semgrep, `…:1` of CodeQL. */
function baseOf(fingerprint: string): string {
  return fingerprint.replace(/(?<=^.{8,})[_:]\d{1,6}$/s, '')
}

const stepText = ({ kind, location, code }: ReportedFlowStep) =>
  JSON.stringify([kind, location.filePath, normalizeCode(code ?? '')])
