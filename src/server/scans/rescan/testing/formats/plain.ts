import { hash } from 'node:crypto'
import { flawsIn, type PlacedFlaw } from '../repository.ts'
import { type LineFormat, messageOf, ofLines, type Run, reportedFlaws } from './format.ts'

const fingerprintOf = ({ rule, path, code }: PlacedFlaw, { scheme = 1 }: Run) =>
  hash('sha256', `${scheme}\n${rule}\n${path}\n${code}`)

/** The plain format of Gatehouse, with all that it can say of a flaw in code. */
export const plain: LineFormat = {
  name: 'plain findings',
  issueTypes: ['sast'],
  sends: { code: true, fingerprint: true, context: 0, flow: false, secret: false },
  write: (repository, run) => ({
    gatehouse: 1,
    tool: { name: 'house-rules', version: run.upgraded ? '4.0.0' : '3.1.0' },
    completed_at: '2026-01-15T11:58:00Z',
    ...(run.withoutFileList
      ? {}
      : { scanned_files: [...repository.keys()].filter((path) => run.files?.includes(path) ?? true) }),
    findings: reportedFlaws(flawsIn(repository), run).map((flaw) => ({
      rule: flaw.rule,
      message: messageOf(flaw, run),
      severity: run.upgraded ? 'high' : 'medium',
      path: flaw.path,
      line: flaw.line,
      column: flaw.column,
      end_line: flaw.line,
      end_column: flaw.endColumn,
      code: flaw.code,
      fingerprint: fingerprintOf(flaw, run),
      suppressed: run.suppressed?.includes(flaw.truth) ?? false,
    })),
  }),
  ...ofLines,
  fingerprint: (_, flaw, run) => fingerprintOf(flaw, run),
}
