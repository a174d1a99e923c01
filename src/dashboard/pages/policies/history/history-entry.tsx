import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { policyChangeOptions } from '#api/policies.ts'
import type { ModeChange } from '#contract/responses/policies.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { Link } from '#features/link.tsx'
import { modeLabel } from '#features/policies/names.ts'
import { plural } from '#lib/text/format.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { Time } from '#ui/text/time.tsx'
import { labels } from '../labels.ts'
import { ImpactForm } from '../mode/impact-form.tsx'
import { PreviewForm } from '../mode/preview-form.tsx'
import type { Confirmed } from '../mode/use-impact.ts'
import type { Modes } from '../mode/use-modes.tsx'
import { changeText, rulesIn } from './change-labels.ts'

interface HistoryEntryProps {
  deployment: string
  policyId: string
  type: PageType
  modes: Modes
  change: ModeChange
  /** The change that this one reverted, if it is among the loaded ones. */
  putsBack: ModeChange | undefined
  now: Date
}

/** A change or a batch: actor, time, modes, note; its rules on demand; and a revert button. */
export function HistoryEntry(props: HistoryEntryProps) {
  const { deployment, policyId, type, modes, change } = props
  const [open, setOpen] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsConfirming(false)
    button.current?.focus()
  }
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <ChangeSummary {...props} open={open} onToggle={() => setOpen(!open)} />
        <Button
          ref={button}
          size="small"
          icon="undo"
          aria-expanded={isConfirming}
          disabledReason={change.kind === 'tags' ? labels.history.tagsOnly : modes.disabledReason}
          onClick={() => setIsConfirming(!isConfirming)}
        >
          {labels.history.revert}
          <span className="sr-only"> {nameOfChange(change)}</span>
        </Button>
      </div>
      {isConfirming && <RevertForm {...{ deployment, policyId, type, change, modes }} onClose={close} />}
      {open && <Rules {...{ deployment, policyId, change }} />}
    </li>
  )
}

/** What tells a change from others for readers of a button: its rules and modes, or what it is about. */
function nameOfChange(change: ModeChange): string {
  const count = rulesIn(change)
  if (count === 0) return changeText(change)
  const which = count === 1 ? change.changes[0]?.rulePath : plural(count, 'rule')
  return `${which}, ${changeText(change)}`
}

interface RevertFormProps
  extends Pick<HistoryEntryProps, 'deployment' | 'policyId' | 'type' | 'change' | 'modes'> {
  onClose: () => void
}

/** Asks before a change is reverted, with what that does: to pull requests for modes, to findings for others. */
function RevertForm({ deployment, policyId, type, change, modes, onClose }: RevertFormProps) {
  const count = rulesIn(change)
  const hasModes = change.kind === 'modes' || change.kind === undefined
  const title = hasModes ? labels.history.revertTitle(count) : labels.history.revertChange
  const text = hasModes ? labels.history.reverted(count) : labels.history.revertedChange
  const onApply = async (confirmed: Confirmed) => {
    const made = await modes.revert(policyId, { changeId: change.id, ...confirmed, text, undoing: title })
    if (made) onClose()
    return made
  }
  const form = { deployment, policyId, title, onApply, onCancel: onClose, className: revertForm }
  if (!hasModes) return <PreviewForm {...form} request={{ policyId, putBack: change.id }} />
  return (
    <ImpactForm
      {...form}
      {...{ type, count }}
      request={{ putBack: change.id }}
      rulePaths={change.changes.map(({ rulePath }) => rulePath)}
      note
    />
  )
}

const revertForm = 'mt-2 rounded border border-line bg-surface-2 px-3 py-2'

interface ChangeSummaryProps extends HistoryEntryProps {
  /** The rules of the change are listed below it. */
  open: boolean
  onToggle: () => void
}

/** The actor, rules, modes and note of a change, and what it reverted. */
function ChangeSummary({ deployment, change, putsBack, now, open, onToggle }: ChangeSummaryProps) {
  const count = rulesIn(change)
  const [first] = change.changes
  return (
    <div className="min-w-60 flex-1">
      <p className="wrap-anywhere">
        <bdi className="font-medium">{change.by}</bdi> <Time value={change.at} now={now} />:{' '}
        {count === 1 && first ? (
          <RuleLink deployment={deployment} path={first.rulePath} />
        ) : count > 0 ? (
          <button
            type="button"
            aria-expanded={open}
            onClick={onToggle}
            className="rounded-sm font-medium text-accent underline underline-offset-2"
          >
            {plural(count, 'rule')}
          </button>
        ) : null}{' '}
        {changeText(change)}
      </p>
      {change.putsBack && (
        <p className="text-2">
          {labels.history.reverts(putsBack?.by)}
          {putsBack && (
            <>
              , <Time value={putsBack.at} now={now} />
            </>
          )}
        </p>
      )}
      {change.note && <p className="whitespace-pre-wrap text-2 wrap-anywhere">{change.note}</p>}
    </div>
  )
}

function RuleLink({ deployment, path }: { deployment: string; path: string }) {
  return (
    <Link
      to={settingsPaths.rule(deployment, path)}
      className="font-mono text-xs text-1 wrap-anywhere underline-offset-2 hover:underline"
    >
      {path}
    </Link>
  )
}

/** All rules of a batch: the list of changes includes only the first hundred. */
function Rules({
  deployment,
  policyId,
  change,
}: Pick<HistoryEntryProps, 'deployment' | 'policyId' | 'change'>) {
  const isComplete = change.changes.length === rulesIn(change)
  const { data, error, isFetching, refetch } = useQuery({
    ...policyChangeOptions(deployment, policyId, change.id),
    enabled: !isComplete,
  })
  const rules = isComplete ? change.changes : data?.change.changes
  if (!rules) {
    if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} retrying={isFetching} />
    return <SkeletonLines count={2} />
  }
  return (
    <ul
      aria-label={labels.history.rulesOf}
      className="scroll-area mt-2 max-h-80 rounded border border-line px-3 py-1"
    >
      {rules.map(({ rulePath, from, to }) => (
        <li key={rulePath} className="flex flex-wrap gap-x-3 py-0.5">
          <span className="min-w-0 flex-1">
            <RuleLink deployment={deployment} path={rulePath} />
          </span>
          <span className="text-2">{labels.history.fromTo(modeLabel(from), modeLabel(to))}</span>
        </li>
      ))}
    </ul>
  )
}
