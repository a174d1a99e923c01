import { hash } from 'node:crypto'
import type { ReportedEvidence, ReportedFlowStep } from '../report/report.ts'
import { codeTokens } from './code-tokens.ts'
import { normalizeCode } from './identity.ts'

/**
 * 96 bits of SHA-256: short enough to store for every finding, and long enough that texts of a project do not collide
 * by chance.
 */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16)
}

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
  /** The message as sent, without secrets, where another one is shown. */
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
    ...(message == null ? {} : { message: digest(message) }),
  }
}

/** How a salted digest begins, which no other does. */
const saltMark = '!'

/** A digest of a text that may be guessed, with the salt of the deployment; one that is salted stays as it is. */
export function saltedDigest(known: string | null, salted: (text: string) => string): string | null {
  return known === null || isSalted(known) ? known : saltMark + digest(salted(known)).slice(1)
}

/** Whether a digest is salted. */
export const isSalted = (known: string | null): boolean => known?.startsWith(saltMark) ?? false

/**
 * Evidence of a finding that shows a hard-coded credential: its line could be guessed from digests without a salt. The
 * scanner's own fingerprints stay.
 */
export function saltedEvidence<T extends Pick<ReportedEvidence, 'code' | 'tokens' | 'context' | 'flow'>>(
  evidence: T,
  salted: (text: string) => string,
): T {
  const { code, tokens, context, flow } = evidence
  return {
    ...evidence,
    code: saltedDigest(code, salted),
    tokens: saltedDigest(tokens, salted),
    context: saltedDigest(context, salted),
    flow: saltedDigest(flow, salted),
  }
}

/** An id of ours with the salt; that of another service, which is no hash, stays. */
export function saltedId(id: string, salted: (text: string) => string): string {
  const [, key, index = ''] = /^([0-9a-f]{64})(_\d+)?$/.exec(id) ?? []
  return key === undefined ? id : salted(key) + index
}

/** A fingerprint without the index that distinguishes equal ones in a file: `…_0` of Semgrep, `…:1` of CodeQL. */
function baseOf(fingerprint: string): string {
  return fingerprint.replace(/(?<=^.{8,})[_:]\d{1,6}$/s, '')
}

const stepText = ({ kind, location, code }: ReportedFlowStep) =>
  JSON.stringify([kind, location.filePath, normalizeCode(code ?? '')])
