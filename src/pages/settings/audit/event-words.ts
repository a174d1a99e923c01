import { isObject } from '#api/shapes.ts'
import type { Audit } from '#contract/answers/deployments.ts'
import { plural } from '#lib/format.ts'
import { placePaths } from '#lib/place-paths.ts'
import { reasonWord, triageWord } from '#parts/triage/words.ts'

export type AuditEvent = Audit['events'][number]

type Detail = Readonly<Record<string, unknown>>

/** The detail of an event; what it holds differs by action and may come from an older service. */
function detailOf({ detail }: AuditEvent): Detail {
  return isObject(detail) ? detail : {}
}

const textIn = (detail: Detail, name: string) => {
  const value = detail[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
const numberIn = (detail: Detail, name: string) => {
  const value = detail[name]
  return typeof value === 'number' ? value : undefined
}
const textsIn = (detail: Detail, name: string) => {
  const value = detail[name]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

const counted = (detail: Detail, name: string, one: string) => {
  const count = numberIn(detail, name)
  return count === undefined ? undefined : plural(count, one)
}

function decided(detail: Detail): string | undefined {
  const state = textIn(detail, 'to')
  const reason = reasonWord(textIn(detail, 'reason'))
  const how = state && [triageWord(state).toLowerCase(), reason?.toLowerCase()].filter(Boolean).join(', ')
  return [counted(detail, 'count', 'finding'), how].filter(Boolean).join(': ')
}

/** As the policies say it: `MODE_BLOCK` is "Block". */
const modeWord = (mode: unknown) =>
  typeof mode === 'string' ? mode.replace(/^MODE_(.)(.*)$/, (_, a, b) => a + b.toLowerCase()) : 'unknown'

function changedModes(detail: Detail): string {
  const { changes } = detail
  const first: unknown = Array.isArray(changes) ? changes[0] : undefined
  const count = numberIn(detail, 'count')
  const note = textIn(detail, 'note')
  const one =
    count === 1 && typeof first === 'object' && first !== null && 'rulePath' in first
      ? `${first.rulePath}: ${'from' in first ? modeWord(first.from) : ''} → ${'to' in first ? modeWord(first.to) : ''}`
      : undefined
  return [one ?? counted(detail, 'count', 'rule'), note && `“${note}”`].filter(Boolean).join(' · ')
}

function changedToken(detail: Detail): string {
  const { webApiEnabled: on, name } = detail
  const renamed =
    typeof name === 'object' && name !== null && 'from' in name && 'to' in name
      ? `renamed to ${name.to}`
      : undefined
  const switched = typeof on === 'boolean' ? `Web API access ${on ? 'on' : 'off'}` : undefined
  return [switched, renamed].filter(Boolean).join(', ')
}

const moreBy: Readonly<Record<string, (detail: Detail) => string | undefined>> = {
  'findings.triaged': decided,
  'job.made': decided,
  'findings.triage_undone': (detail) => counted(detail, 'count', 'finding'),
  'job.undone': (detail) => counted(detail, 'count', 'finding'),
  'job.done': (detail) => counted(detail, 'done', 'finding'),
  'job.failed': (detail) => counted(detail, 'done', 'finding'),
  'job.cancelled': (detail) => counted(detail, 'done', 'finding'),
  'finding.ticket_linked': (detail) => textIn(detail, 'to'),
  'finding.ticket_removed': (detail) => textIn(detail, 'from'),
  'policy.changed': changedModes,
  'policy.mode.set': ({ from, to }) => `${modeWord(from)} → ${modeWord(to)}`,
  'project.tagged': (detail) =>
    [
      ...textsIn(detail, 'added').map((tag) => `+ ${tag}`),
      ...textsIn(detail, 'removed').map((tag) => `− ${tag}`),
    ].join(', '),
  'sbom.exported': (detail) => [textIn(detail, 'ref'), textIn(detail, 'version')].filter(Boolean).join(', '),
  'scan.imported': (detail) =>
    [
      textIn(detail, 'ref'),
      counted(detail, 'new', 'new finding'),
      numberIn(detail, 'fixed') ? `${numberIn(detail, 'fixed')} fixed` : undefined,
    ]
      .filter(Boolean)
      .join(', '),
  'settings.changed': (detail) => textIn(detail, 'to') ?? 'taken away',
  'token.made': (detail) => textIn(detail, 'role') ?? textsIn(detail, 'scopes').join(', '),
  'token.changed': changedToken,
  'view.saved': (detail) => textIn(detail, 'page'),
}

/** What else there is to say of an event in one line; empty where that is all. */
export function moreOf(event: AuditEvent): string {
  return moreBy[event.action]?.(detailOf(event)) ?? ''
}

/** Large decisions and the decisions of single people have a number that no page knows. */
const numbered = /^(findings|job)\./

/** What it was done to, in words, and the address of its page where it has one. */
export function targetOf(
  deployment: string,
  event: AuditEvent,
): { words: string; to: string | undefined } | undefined {
  const { action, target } = event
  const detail = detailOf(event)
  const scan = numberIn(detail, 'scanId')
  // Triage that came in a file names the project, and the scan that the file made.
  if (target === null || (numbered.test(action) && scan === undefined)) return undefined
  const policy = textIn(detail, 'policyId')
  const addresses: readonly (readonly [RegExp, string | undefined])[] = [
    [/^(scan|findings)\./, scan === undefined ? undefined : placePaths.scan(deployment, scan)],
    [/^policy\.mode\./, placePaths.rule(deployment, target)],
    [/^policy\./, policy === undefined ? undefined : placePaths.policy(deployment, policy)],
    [/^(project\.(?!deleted)|sbom\.)/, placePaths.project(deployment, target)],
    [/^token\.(?!revoked)/, placePaths.settings(deployment, 'tokens')],
  ]
  const to = addresses.find(([pattern]) => pattern.test(action))?.[1]
  const words = action.startsWith('finding.')
    ? `Finding ${target}`
    : action === 'settings.changed' && target === 'ticketUrlTemplate'
      ? 'Ticket address'
      : target
  return { words, to }
}
