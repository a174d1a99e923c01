import type { GateFinding } from '#contract/responses/gate.ts'
import { formatNumber } from '#lib/text/format.ts'

const causes: Readonly<Record<string, string>> = {
  new: 'New',
  returned: 'Was fixed in the base and is back',
  more_than_base: 'One more than in the base',
  suppressed_in_change: 'Suppressed in this change',
  newly_detected: 'Existing, newly detected',
}

export const labels = {
  title: 'Gate',
  failed: "Couldn't load the verdict",
  compared: 'compared with',
  /** Before the policy that decides a mode. */
  by: 'by',
  reasons: 'What the verdict depends on',
  findings: 'Findings that count',
  effects: {
    block: 'Blocks',
    comment: 'Comments',
    inform: 'Informs',
  } satisfies Record<GateFinding['effect'], string>,
  cause: (cause: string) => causes[cause] ?? cause,
  more: (count: number) => `And ${formatNumber(count)} more.`,
  earlier: 'Earlier verdicts on this commit',
  earlierFailed: "Couldn't load earlier verdicts",
  replaced: 'A later scan replaced these findings. This is the last verdict before it.',
  rerun: 'Re-run the check in the CI job',
}
