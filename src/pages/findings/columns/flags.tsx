import type { Finding } from '#api/dialects/dialects.ts'
import { useActiveRow } from '#table/rows/active-row.ts'
import { Icon } from '#ui/icon/icon.tsx'
import type { IconName } from '#ui/icon/icon-name.ts'
import { flagLabels } from '../labels.ts'
import { useList } from '../list/list-context.ts'
import { humanize } from './humanize.ts'

interface Flag {
  /** What it says, on hover and to a screen reader. */
  label: string
  icon?: IconName
  /** In place of an icon. */
  short?: string
}

/** As many as a row shows; the others stand behind a number. */
const most = 3

const verdicts: Record<string, { short: string; label: string }> = {
  true_positive: { short: 'TP', label: flagLabels.truePositive },
  false_positive: { short: 'FP', label: flagLabels.falsePositive },
}

function verdictFlag(verdict: string): Flag {
  const known = Object.hasOwn(verdicts, verdict) ? verdicts[verdict] : undefined
  return known ?? { icon: 'info', label: flagLabels.verdict(humanize(verdict)) }
}

/** What else is to be known of a finding at a glance, the most urgent first. */
function flagsOf(row: Finding, once: boolean): Flag[] {
  const flags: Flag[] = []
  const reopened = row.marks?.reappeared ?? 0
  const refs = row.marks?.other_refs ?? 0
  const ticket = row.external_ticket?.externalSlug || row.external_ticket?.url
  const requests = row.click_to_fix_prs ?? []
  const verdict = row.assistant?.autotriage?.verdict
  if (row.marks?.uncertain === true) flags.push({ short: '?', label: flagLabels.uncertain })
  if (verdict) flags.push(verdictFlag(verdict))
  if (reopened > 0) flags.push({ icon: 'reopened', label: flagLabels.reopened(reopened) })
  if (ticket)
    flags.push({ icon: 'ticket', label: flagLabels.ticket(row.external_ticket?.externalSlug ?? '') })
  if (requests.length > 0) flags.push({ icon: 'pull-request', label: flagLabels.fixes(requests.length) })
  // Where the row stands for all of them, its location says so.
  if (refs > 0 && !once) flags.push({ short: flagLabels.refs(refs), label: flagLabels.otherRefs(refs) })
  return flags
}

function FlagIcon({ icon, short, label }: Flag) {
  return (
    <span data-hint={label} className="inline-flex items-center text-2">
      {icon && <Icon name={icon} className="size-3.5" />}
      {short && (
        <span aria-hidden className="text-xs font-medium whitespace-nowrap">
          {short}
        </span>
      )}
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** The flags of a row: three of them, and how many more there are. By keyboard they are one place, which tells them all. */
export function Flags({ row }: { row: Finding }) {
  const active = useActiveRow()
  const flags = flagsOf(row, useList().once)
  if (flags.length === 0) return null
  const shown = flags.length > most ? flags.slice(0, most - 1) : flags
  const rest = flags.slice(shown.length)
  return (
    // biome-ignore lint/a11y/useSemanticElements: no part of a form.
    <span
      role="group"
      aria-label={flagLabels.title}
      data-hint={flags.map(({ label }) => label).join(' · ')}
      tabIndex={active ? 0 : -1}
      className="inline-flex h-5 items-center gap-2 rounded-sm align-top"
    >
      {shown.map((flag) => (
        <FlagIcon key={flag.label} {...flag} />
      ))}
      {rest.length > 0 && (
        <FlagIcon short={`+${rest.length}`} label={rest.map(({ label }) => label).join(' · ')} />
      )}
    </span>
  )
}
