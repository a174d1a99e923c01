import { flawsIn, type PlacedFlaw } from '../repository.ts'
import { type LineFormat, messageOf, ofLines, type Run, reportedFlaws } from './format.ts'

/** The JSON of Checkov, whose checks bring their lines. */
export const checkov: LineFormat = {
  name: 'Checkov',
  issueTypes: ['sast'],
  sends: { code: true, fingerprint: false, context: 0, flow: false, secret: false, resource: true },
  write: (repository, run) => {
    const flaws = reportedFlaws(flawsIn(repository), run)
    const isSkipped = ({ truth }: PlacedFlaw) => run.suppressed?.includes(truth) ?? false
    return {
      check_type: 'terraform',
      results: {
        passed_checks: [],
        failed_checks: flaws.filter((flaw) => !isSkipped(flaw)).map((flaw) => checkOf(flaw, run)),
        skipped_checks: flaws.filter(isSkipped).map((flaw) => checkOf(flaw, run)),
        parsing_errors: [],
      },
      summary: { checkov_version: run.upgraded ? '3.2.400' : '2.0.1' },
    }
  },
  ...ofLines,
  fingerprint: () => null,
}

const checkOf = (flaw: PlacedFlaw, run: Run) => ({
  check_id: flaw.rule,
  check_name: messageOf(flaw, run),
  code_block: [[flaw.line, `${flaw.text}\n`]],
  repo_file_path: `/${flaw.path}`,
  file_line_range: [flaw.line, flaw.line],
  severity: run.upgraded ? 'CRITICAL' : null,
  ...(flaw.resource === undefined ? {} : { resource: flaw.resource }),
})
