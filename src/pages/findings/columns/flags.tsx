import type { Finding } from '#api/dialects/dialects.ts'
import { daysUntilDue, dueText } from '#features/due.ts'
import { useActiveRow } from '#table/rows/active-row.ts'
import { Icon } from '#ui/icon/icon.tsx'
import type { IconName } from '#ui/icon/icon-name.ts'
import { flagLabels } from '../labels.ts'
import { useList } from '../list/list-context.ts'
import { humanize } from './humanize.ts'

interface Flag {
  /** The label, on hover and for screen readers. */
  label: string
  icon?: IconName
  /** Shown instead of an icon. */
  short?: string
}

/** Findings that are due within so many days have a flag, as those of the filter `due=week`. */
const daysOfWeek = 7

/** The maximum number of flags in a row; the rest are shown as a number. */
const most = 3

const verdicts: Record<string, { short: string; label: string }> = {
  true_positive: { short: 'TP', label: flagLabels.truePositive },
  false_positive: { short: 'FP', label: flagLabels.falsePositive },
}

function verdictFlag(verdict: string): Flag {
  const known = Object.hasOwn(verdicts, verdict) ? verdicts[verdict] : undefined
  return known ?? { icon: 'info', label: flagLabels.verdict(humanize(verdict)) }
}

/** Returns the flags of a finding, most urgent first. */
function flagsOf(row: Finding, once: boolean, now: Date): Flag[] {
  const flags: Flag[] = []
  const days = row.due_at ? daysUntilDue(row.due_at, now) : daysOfWeek
  if (days < daysOfWeek)
    flags.push({ icon: 'due', ...(days < 0 ? { short: flagLabels.overdue } : {}), label: dueText(days) })
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
  // If the row represents all branches, its location already shows this.
  if (refs > 0 && !once) flags.push({ short: flagLabels.refs(refs), label: flagLabels.otherRefs(refs) })
  return flags
}

function FlagIcon({ icon, short, label }: Flag) {
  return (
    <span data-hint={label} className="inline-flex items-center gap-1 text-2">
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

/**
 * The flags of a row: up to three, and the number of the rest. By keyboard they are one stop whose label lists all of
 * them.
 */
export function Flags({ row }: { row: Finding }) {
  const active = useActiveRow()
  const { once, now } = useList()
  const flags = flagsOf(row, once, now)
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
