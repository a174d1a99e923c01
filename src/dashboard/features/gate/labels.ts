import type { GateAnswer } from '#contract/responses/gate.ts'
import { formatNumber, plural } from '#lib/text/format.ts'

/** Labels of verdicts, on the page of a scan and of a project. */
export const gateLabels = {
  verdicts: {
    pass: 'Passes',
    fail: 'Blocked',
    none: 'No verdict',
  } satisfies Record<GateAnswer['verdict'], string>,
  counts: ({ block, comment, inform }: GateAnswer['counts']) =>
    [
      block > 0 ? `${plural(block, 'finding')} ${block === 1 ? 'blocks' : 'block'}` : 'No finding blocks',
      ...(comment > 0 ? [`${formatNumber(comment)} ${comment === 1 ? 'comments' : 'comment'}`] : []),
      ...(inform > 0 ? [`${formatNumber(inform)} newly detected`] : []),
    ].join(', '),
  commit: 'Commit',
  copyCommit: 'commit',
  on: 'on',
  by: 'by',
  scan: (id: number) => `Scan ${id}`,
  moreScans: (count: number) => `and ${plural(count, 'more scan')}`,
  moreReasons: (count: number) => `And ${plural(count, 'more reason')}.`,
  more: 'Show more',
  of: (shown: number, total: number) => `${formatNumber(shown)} of ${formatNumber(total)}`,
} as const
