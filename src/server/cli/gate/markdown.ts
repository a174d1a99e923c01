import type { GateAnswer, GateFinding } from '#contract/responses/gate.ts'
import { formatNumber } from '#lib/text/format.ts'
import { escapeInvisible } from '#lib/text/invisible-characters.ts'
import { causeText, countsText, placeOf } from './text.ts'

const maxShown = 50
const maxReasons = 20
const maxLength = 300
/** The longest comment of GitHub. GitLab takes 1,000,000 characters. */
const maxComment = 65_536

const titles = { pass: 'passes', fail: 'is blocked', none: 'has no verdict' } as const

/** The hidden first line of a comment, by which a later run finds the comment of the project. */
export const commentMarker = (project: string): string =>
  `<!-- gatehouse:gate ${encodeURIComponent(project).replaceAll('-', '%2D')} -->`

/**
 * Text of a scanner as code: nothing in it is a link, a mention, HTML or the end of the cell. Backticks, which would
 * end it, become apostrophes.
 */
function code(text: string): string {
  const line = escapeInvisible(text.replaceAll(/\s/g, ' ')).slice(0, maxLength).toWellFormed()
  return `\`${line.replaceAll('`', "'").replaceAll('|', '¦') || ' '}\``
}

const row = (finding: GateFinding) =>
  `| ${finding.effect === 'block' ? '**blocks**' : finding.effect === 'comment' ? 'comments' : 'informs'} | ${finding.severity} | [${code(finding.rule_name)}](${finding.url}) | ${code(placeOf(finding))} | ${causeText(finding)} | ${finding.policy ? code(finding.policy.name) : ''} |`

/** The verdict as a comment of a pull request, in GitHub and GitLab Markdown, with as many findings as one may have. */
export function verdictMarkdown(answer: GateAnswer): string {
  let rows = answer.findings.slice(0, maxShown).map(row)
  let text = commentOf(answer, rows)
  while (text.length > maxComment && rows.length > 0) {
    rows = rows.slice(0, -1)
    text = commentOf(answer, rows)
  }
  return text
}

function commentOf(answer: GateAnswer, rows: readonly string[]): string {
  const { verdict, project, commit, counts } = answer
  const total = counts.block + counts.comment + counts.inform
  const reasons = answer.reasons.slice(0, maxReasons)
  const table = [
    '| | Severity | Rule | Place | Why | Policy |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ]
  return [
    commentMarker(project),
    `### Gatehouse: ${code(project)} ${titles[verdict]}`,
    '',
    `${countsText(counts)}, in ${code(commit ?? 'no commit')}${answer.base_ref === null ? '' : ` compared with ${code(answer.base_ref)}`}.`,
    ...(reasons.length > 0 ? ['', ...reasons.map(({ message }) => `- ${code(message)}`)] : []),
    ...(rows.length > 0 ? ['', ...table] : []),
    ...(total > rows.length ? ['', `And ${formatNumber(total - rows.length)} more.`] : []),
    '',
    `[View the scan](${answer.url})`,
    '',
  ].join('\n')
}
