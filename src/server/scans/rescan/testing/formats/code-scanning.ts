import { flawsIn } from '../repository.ts'
import { type LineFormat, messageOf, ofLines, reportedFlaws } from './format.ts'

/** Code scanning alerts of GitHub: rule, place and message, without code. */
export const codeScanning: LineFormat = {
  name: 'code scanning alerts',
  issueTypes: ['sast'],
  sends: { code: false, fingerprint: false, context: 0, flow: false, secret: false },
  write: (repository, run) =>
    reportedFlaws(flawsIn(repository), run).map((flaw, index) => ({
      number: index + 1,
      state: run.suppressed?.includes(flaw.truth) ? 'dismissed' : 'open',
      rule: {
        id: flaw.rule,
        severity: run.upgraded ? 'error' : 'warning',
        security_severity_level: run.upgraded ? 'high' : 'medium',
        description: `About ${flaw.rule}`,
        tags: ['security'],
      },
      tool: { name: 'CodeQL', version: run.upgraded ? '2.22.1' : '2.16.4' },
      most_recent_instance: {
        ref: 'refs/heads/main',
        category: '/language:python',
        message: { text: messageOf(flaw, run) },
        location: {
          path: flaw.path,
          start_line: flaw.line,
          end_line: flaw.line,
          start_column: flaw.column,
          end_column: flaw.endColumn,
        },
      },
      html_url: `https://github.com/acme/shop/security/code-scanning/${index + 1}`,
    })),
  ...ofLines,
  fingerprint: () => null,
}
