import type { GateAnswer, GateFinding } from '#contract/responses/gate.ts'
import { formatNumber, plural } from '#lib/text/format.ts'

const verdictWords = { pass: 'PASS', fail: 'FAIL', none: 'NO VERDICT' } as const

const causeWords: Record<string, string> = {
  new: 'new',
  returned: 'was fixed in the base and is back',
  more_than_base: 'one more than in the base',
  suppressed_in_change: 'suppressed in this change',
  newly_detected: 'existing, newly detected',
}

/** Why a finding is listed, in words. */
export const causeText = ({ cause }: Pick<GateFinding, 'cause'>): string => causeWords[cause] ?? cause

/** Why a finding is listed, and which policy decides the mode of its rule, in words. */
const whyText = (finding: GateFinding): string =>
  finding.policy ? `${causeText(finding)}, by ${finding.policy.name}` : causeText(finding)

/** `app.py:10`, or the package of a finding in dependencies. */
export const placeOf = ({ path, line, dependency }: GateFinding): string =>
  [dependency, path === null ? null : line === null ? path : `${path}:${line}`]
    .filter((part) => part !== null)
    .join(' in ')

const maxShown = 50

/** `2 findings block, 1 comments`. */
export function countsText({ block, comment, inform }: GateAnswer['counts']): string {
  const parts = [
    block === 0 ? 'No finding blocks' : `${plural(block, 'finding')} ${block === 1 ? 'blocks' : 'block'}`,
    ...(comment > 0 ? [`${formatNumber(comment)} ${comment === 1 ? 'comments' : 'comment'}`] : []),
    ...(inform > 0 ? [`${formatNumber(inform)} existing, newly detected`] : []),
  ]
  return parts.join(', ')
}

/** The verdict as lines for the log of a pipeline. */
export function verdictLines(answer: GateAnswer): string[] {
  const { verdict, project, commit, ref, base_ref: base, findings, counts, reasons } = answer
  const shown = findings.slice(0, maxShown)
  const total = counts.block + counts.comment + counts.inform
  return [
    `${verdictWords[verdict]}: ${project} ${commit ?? 'no commit'}${ref === null ? '' : ` on ${ref}`}${base === null ? '' : `, compared with ${base}`}`,
    ...reasons.map(({ message }) => `  ${message}`),
    `  ${countsText(counts)}.`,
    ...shown.flatMap((finding) => [
      `  ${finding.effect.padEnd(8)}${finding.severity.padEnd(9)}${finding.rule_name}  ${placeOf(finding)}  (${whyText(finding)})`,
      `    ${finding.url}`,
    ]),
    ...(total > shown.length ? [`  and ${formatNumber(total - shown.length)} more`] : []),
    ...(answer.current || answer.id === null
      ? []
      : ['  This is the verdict from before a later scan of the ref.']),
    `View the scan: ${answer.url}`,
  ]
}
