import { hash } from 'node:crypto'
import type { PlacedFlaw, Repository } from '../repository.ts'
import { secretRules } from '../rules.ts'
import { type LineFormat, ofLines, type Run } from './format.ts'
import { rulesIn, sarifFlaws, sarifLog } from './sarif.ts'

/** The commit that brought a secret into its file. */
const commitOf = ({ path, code }: PlacedFlaw) => hash('sha1', `${path}\n${code}`)

function report(repository: Repository, run: Run, shown: (secret: string) => string) {
  return sarifLog({
    tool: {
      driver: {
        name: 'gitleaks',
        semanticVersion: run.upgraded ? 'v8.28.0' : 'v8.18.2',
        informationUri: 'https://github.com/gitleaks/gitleaks',
        rules: rulesIn(run, Object.keys(secretRules)).map(({ id, shortDescription }) => ({
          id,
          shortDescription,
        })),
      },
    },
    results: sarifFlaws(repository, run).map((flaw) => result(flaw, shown(flaw.code), run)),
  })
}

function result(flaw: PlacedFlaw, secret: string, run: Run) {
  const { rule, path, line, column, endColumn } = flaw
  const commitSha = commitOf(flaw)
  return {
    message: { text: `${rule} has detected secret for file ${path} at commit ${commitSha}.` },
    ruleId: rule,
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: path },
          region: {
            startLine: line,
            startColumn: column,
            endLine: line,
            endColumn,
            snippet: { text: secret },
          },
        },
      },
    ],
    partialFingerprints: {
      commitSha,
      email: 'kim@example.com',
      author: 'Kim Example',
      date: '2025-11-03T09:12:44Z',
      commitMessage: 'Configure the client',
    },
    properties: { tags: [] },
    ...(run.suppressed?.includes(flaw.truth) ? { suppressions: [{ kind: 'external' }] } : {}),
  }
}

const gitleaksWith = (name: string, code: boolean, shown: (secret: string) => string): LineFormat => ({
  name,
  issueTypes: ['sast', 'secrets'],
  forgetsMoved: !code,
  sends: { code, fingerprint: false, context: 0, flow: false, secret: true },
  write: (repository, run) => report(repository, run, shown),
  ...ofLines,
  fingerprint: () => null,
})

/** Its snippet is the secret itself; what it calls fingerprints says who committed it, and when. */
export const gitleaks = gitleaksWith('gitleaks SARIF', true, (secret) => secret)
/** As `gitleaks --redact` writes it. */
export const gitleaksMasked = gitleaksWith('gitleaks SARIF, masked', false, () => 'REDACTED')
