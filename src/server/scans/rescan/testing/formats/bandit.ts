import { flawsIn, linesOf, type Repository } from '../repository.ts'
import { type LineFormat, messageOf, ofLines, reportedFlaws } from './format.ts'

const contextLines = 1

/** The JSON of Bandit: lines with their numbers, and the files that it measured. */
export const bandit: LineFormat = {
  name: 'Bandit JSON',
  issueTypes: ['sast'],
  leavesOutSuppressed: true,
  sends: { code: true, fingerprint: false, context: contextLines, flow: false, secret: false },
  write: (repository, run) => {
    const files = [...repository.keys()].filter((path) => run.files?.includes(path) ?? true)
    return {
      errors: [],
      generated_at: '2026-01-15T11:58:00Z',
      metrics: {
        _totals: { loc: 1 },
        ...(run.withoutFileList ? {} : Object.fromEntries(files.map((path) => [path, { loc: 1 }]))),
      },
      results: reportedFlaws(flawsIn(repository), run).map((flaw) => ({
        code: numbered(repository, flaw.path, flaw.line),
        col_offset: flaw.column - 1,
        end_col_offset: flaw.endColumn - 1,
        filename: flaw.path,
        issue_confidence: run.upgraded ? 'HIGH' : 'MEDIUM',
        issue_cwe: { id: 89, link: 'https://cwe.mitre.org/data/definitions/89.html' },
        issue_severity: run.upgraded ? 'HIGH' : 'MEDIUM',
        issue_text: messageOf(flaw, run),
        line_number: flaw.line,
        line_range: [flaw.line],
        more_info: 'https://bandit.readthedocs.io/',
        test_id: flaw.rule,
        test_name: flaw.rule,
      })),
    }
  },
  ...ofLines,
  fingerprint: () => null,
}

function numbered(repository: Repository, path: string, line: number): string {
  const lines = linesOf(repository, path)
  const first = Math.max(1, line - contextLines)
  return lines
    .slice(first - 1, line + contextLines)
    .map(({ text }, index) => `${first + index} ${text}\n`)
    .join('')
}
