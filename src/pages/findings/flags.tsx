import type { Finding } from '#api/dialects.ts'
import { plural } from '#lib/format.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-name.ts'
import { humanWord } from './human-word.ts'

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
  true_positive: { short: 'TP', label: 'Assistant: true positive' },
  false_positive: { short: 'FP', label: 'Assistant: false positive' },
}

function verdictFlag(verdict: string): Flag {
  const known = Object.hasOwn(verdicts, verdict) ? verdicts[verdict] : undefined
  return known ?? { icon: 'info', label: `Assistant: ${humanWord(verdict)}` }
}

/** What else is to be known of a finding at a glance, the most urgent first. */
function flagsOf(row: Finding): Flag[] {
  const flags: Flag[] = []
  const reopened = row.marks?.reappeared ?? 0
  const refs = row.marks?.other_refs ?? 0
  const ticket = row.external_ticket?.externalSlug || row.external_ticket?.url
  const requests = row.click_to_fix_prs ?? []
  const verdict = row.assistant?.autotriage?.verdict
  if (row.marks?.uncertain === true)
    flags.push({ short: '?', label: 'Uncertain: may be the same as a triaged finding' })
  if (verdict) flags.push(verdictFlag(verdict))
  if (reopened > 0)
    flags.push({ icon: 'undo', label: reopened === 1 ? 'Reopened' : `Reopened ${reopened} times` })
  if (ticket)
    flags.push({ icon: 'ticket', label: `Ticket ${row.external_ticket?.externalSlug ?? ''}`.trim() })
  if (requests.length > 0)
    flags.push({ icon: 'pull-request', label: plural(requests.length, 'fix pull request') })
  if (refs > 0) flags.push({ short: plural(refs, 'ref'), label: `Also on ${plural(refs, 'other ref')}` })
  return flags
}

function FlagMark({ icon, short, label }: Flag) {
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

/** The flags of a row: three of them, and how many more there are. */
export function Flags({ row }: { row: Finding }) {
  const flags = flagsOf(row)
  const shown = flags.length > most ? flags.slice(0, most - 1) : flags
  const rest = flags.slice(shown.length)
  return (
    <span className="flex items-center gap-2">
      {shown.map((flag) => (
        <FlagMark key={flag.label} {...flag} />
      ))}
      {rest.length > 0 && (
        <FlagMark short={`+${rest.length}`} label={rest.map(({ label }) => label).join(', ')} />
      )}
    </span>
  )
}
