import { hash } from 'node:crypto'
import { flawsIn, type PlacedFlaw, type Repository } from '../repository.ts'
import { type LineFormat, ofLines, type Run, reportedFlaws } from './format.ts'

function finding(flaw: PlacedFlaw, shown: string, run: Run) {
  const { rule, path, line, column, endColumn, message, text, code } = flaw
  const commit = hash('sha1', `${path}\n${code}`)
  return {
    RuleID: rule,
    Description: run.reworded ? `${message} Replace it.` : message,
    StartLine: line,
    EndLine: line,
    StartColumn: column,
    EndColumn: endColumn,
    Match: text.trim().replace(code, () => shown),
    Secret: shown,
    File: path,
    SymlinkFile: '',
    Commit: commit,
    Entropy: 4.5,
    Author: 'Kim Example',
    Email: 'kim@example.com',
    Date: '2025-11-03T09:12:44Z',
    Message: 'Configure the client',
    Tags: [],
    Fingerprint: `${commit}:${path}:${rule}:${line}`,
  }
}

/** The JSON of Gitleaks, which does not list what it ignores, nor the files that it looked at. */
export const gitleaksJson: LineFormat = {
  name: 'Gitleaks JSON',
  issueTypes: ['sast', 'secrets'],
  leavesOutSuppressed: true,
  sends: { code: true, fingerprint: false, context: 0, flow: false, secret: true },
  write: (repository: Repository, run) =>
    reportedFlaws(flawsIn(repository), run).map((flaw) => finding(flaw, flaw.code, run)),
  ...ofLines,
  fingerprint: () => null,
}

/** The JSON of TruffleHog as a list: the type of the secret, its file, line and value. */
export const truffleHog: LineFormat = {
  ...gitleaksJson,
  name: 'TruffleHog JSON',
  write: (repository: Repository, run) =>
    reportedFlaws(flawsIn(repository), run).map(({ rule, path, line, code }) => ({
      SourceMetadata: { Data: { Filesystem: { file: path, line } } },
      SourceID: 1,
      SourceType: 15,
      SourceName: 'trufflehog - filesystem',
      DetectorType: 8,
      DetectorName: rule,
      DecoderName: run.upgraded ? 'UTF8' : 'PLAIN',
      Verified: false,
      Raw: code,
      RawV2: '',
      Redacted: '',
      ExtraData: null,
      StructuredData: null,
    })),
}
