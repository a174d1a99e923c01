import { codeQl } from './codeql.ts'
import type { LineFormat } from './format.ts'
import { gitleaks, gitleaksMasked } from './gitleaks.ts'
import { bareSarif, sarifWithSnippet } from './plain-sarif.ts'
import { semgrepCommunity, semgrepWithFingerprint, semgrepWithLines } from './semgrep.ts'

/** The formats of scanners that report flaws in lines of files. */
export const codeFormats: readonly LineFormat[] = [
  semgrepWithLines,
  semgrepCommunity,
  semgrepWithFingerprint,
  codeQl,
  sarifWithSnippet,
  bareSarif,
]

/** The formats of scanners that report secrets. */
export const secretFormats: readonly LineFormat[] = [gitleaks, gitleaksMasked]

export const lineFormats: readonly LineFormat[] = [...codeFormats, ...secretFormats]
