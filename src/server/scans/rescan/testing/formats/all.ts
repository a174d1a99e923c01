import { bandit } from './bandit.ts'
import { checkov } from './checkov.ts'
import { codeScanning } from './code-scanning.ts'
import { codeQl } from './codeql.ts'
import type { LineFormat } from './format.ts'
import { gitLabCode, gitLabSecrets } from './gitlab.ts'
import { gitleaks, gitleaksMasked } from './gitleaks.ts'
import { gitleaksJson, truffleHog } from './gitleaks-json.ts'
import { plain, plainSecrets, plainTable } from './plain.ts'
import { bareSarif, sarifWithPlaces, sarifWithSnippet } from './plain-sarif.ts'
import { semgrepCommunity, semgrepWithFingerprint, semgrepWithLines } from './semgrep.ts'
import { trivyMisconfigurations, trivySecrets } from './trivy.ts'

/** The formats of scanners that report flaws in lines of files, which the database of an earlier version has. */
const earlierCodeFormats: readonly LineFormat[] = [
  semgrepWithLines,
  semgrepCommunity,
  semgrepWithFingerprint,
  codeQl,
  sarifWithSnippet,
  bareSarif,
]
const earlierSecretFormats: readonly LineFormat[] = [gitleaks, gitleaksMasked]

/** The formats of scanners that report flaws in lines of files. */
export const codeFormats: readonly LineFormat[] = [
  ...earlierCodeFormats,
  bandit,
  codeScanning,
  checkov,
  gitLabCode,
  plain,
  plainTable,
  sarifWithPlaces,
  trivyMisconfigurations,
]

/** The formats of scanners that report secrets. */
export const secretFormats: readonly LineFormat[] = [
  ...earlierSecretFormats,
  gitleaksJson,
  truffleHog,
  gitLabSecrets,
  plainSecrets,
  trivySecrets,
]

export const lineFormats: readonly LineFormat[] = [...codeFormats, ...secretFormats]
/** Those in the database of an earlier version. */
export const earlierFormats: readonly LineFormat[] = [...earlierCodeFormats, ...earlierSecretFormats]
