import type { Finding } from '#api/dialects/dialects.ts'
import { daysUntilDue, dueText } from '#features/due.ts'
import { useActiveRow } from '#table/rows/active-row.ts'
import { classes } from '#ui/classes.ts'
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

/** The width of the flags in a column, and in a card, in pixels; those that do not fit are shown as a number. */
const columnRoom = 96
export const cardRoom = 160
/** The widths of a gap, an icon and a letter, and of the number. */
const [gap, iconWidth, letter, number] = [8, 14, 7, 20] as const

/** In a narrow column, the first flag is an icon and the others are a number. In a card, no such container is around. */
const narrow = {
  word: '@max-[95px]/flags:sr-only',
  others: 'contents @max-[95px]/flags:hidden',
  number: 'hidden @max-[95px]/flags:inline-flex',
} as const

const widthOf = ({ icon, short = '' }: Flag) =>
  (icon ? iconWidth : 0) + (icon && short ? 4 : 0) + short.length * letter

/** Returns the flags that fit, at least one, and the remaining ones. */
function fitting(flags: readonly Flag[], room: number): [shown: readonly Flag[], rest: readonly Flag[]] {
  let [used, count] = [-gap, 0]
  for (const flag of flags) {
    used += gap + widthOf(flag)
    if (used + gap + number <= room) count += 1
  }
  const shown = used <= room ? flags.length : Math.max(1, count)
  return [flags.slice(0, shown), flags.slice(shown)]
}

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
        <span aria-hidden className={classes('text-xs font-medium whitespace-nowrap', icon && narrow.word)}>
          {short}
        </span>
      )}
      <span className="sr-only">{label}</span>
    </span>
  )
}

interface FlagsProps {
  row: Finding
  /** How many pixels there are for them. */
  room?: number | undefined
}

/**
 * The flags of a row: those that fit, and the number of the rest. By keyboard they are one stop whose label lists all
 * of them.
 */
export function Flags({ row, room = columnRoom }: FlagsProps) {
  const active = useActiveRow()
  const { once, now } = useList()
  const flags = flagsOf(row, once, now)
  if (flags.length === 0) return null
  const [shown, rest] = fitting(flags, room)
  return (
    // biome-ignore lint/a11y/useSemanticElements: no part of a form.
    <span
      role="group"
      aria-label={flagLabels.title}
      data-hint={flags.map(({ label }) => label).join(' · ')}
      tabIndex={active ? 0 : -1}
      className="inline-flex h-5 items-center gap-2 rounded-sm align-top"
    >
      {shown.slice(0, 1).map((flag) => (
        <FlagIcon key={flag.label} {...flag} />
      ))}
      <span className={narrow.others}>
        {shown.slice(1).map((flag) => (
          <FlagIcon key={flag.label} {...flag} />
        ))}
        <More flags={rest} />
      </span>
      <span className={narrow.number}>
        <More flags={flags.slice(1)} />
      </span>
    </span>
  )
}

/** How many other flags there are. */
function More({ flags }: { flags: readonly Flag[] }) {
  if (flags.length === 0) return null
  return <FlagIcon short={`+${flags.length}`} label={flags.map(({ label }) => label).join(' · ')} />
}
