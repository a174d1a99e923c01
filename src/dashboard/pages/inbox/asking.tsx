import { Suspense } from 'react'
import { savedEnd } from '#features/triage/end-text.ts'
import { draftKey } from '#features/triage/form/draft.ts'
import { TriageForm } from '#features/triage/form/triage-form.tsx'
import type { SavedChoice } from '#features/triage/form/use-triage-draft.ts'
import { knownReason } from '#features/triage/row-labels.ts'
import { lazyDialog } from '#ui/lazy.tsx'
import { labels } from './labels.ts'
import type { InboxActions } from './use-actions.ts'
import type { InboxRows } from './use-rows.ts'

const DecideDialog = lazyDialog(() =>
  import('#features/approvals/decide-dialog.tsx').then((module) => module.DecideDialog),
)
const AssignDialog = lazyDialog(() =>
  import('#features/owners/assign-dialog.tsx').then((module) => module.AssignDialog),
)

interface ReasonFormProps {
  rows: InboxRows
  onTriage: InboxActions['triage']
}

/** The form that asks why findings are ignored, under their row or the bar of the selection. */
export function ReasonForm({ rows, onTriage }: ReasonFormProps) {
  const { asking, deployment, selection } = rows
  if (asking?.what !== 'reason') return null
  const { findings } = asking
  const [first] = findings
  const isOne = findings.length === 1
  const save = (choice: SavedChoice) => {
    rows.close()
    selection.clear()
    return onTriage(findings, { state: 'ignored', ...choice })
  }
  return (
    <TriageForm
      subject={{
        label: isOne ? labels.ignoreOne : labels.ignoreSelected(findings.length),
        draftKey: draftKey(
          deployment,
          findings.map(({ id }) => id),
        ),
      }}
      initial={
        isOne ? { reason: knownReason(first?.triage_reason), until: first && savedEnd(first) } : undefined
      }
      types={findings.map((finding) => finding.issue_type)}
      severities={findings.map(({ severity }) => severity)}
      onSave={save}
      onCancel={() => {
        rows.close()
        rows.focusActive()
      }}
    />
  )
}

interface AskingProps {
  rows: InboxRows
  actions: InboxActions
}

/** The dialogs that ask who owns findings, and why a request is approved or declined. */
export function AskingDialogs({ rows, actions }: AskingProps) {
  const { asking, deployment } = rows
  const end = () => {
    rows.close()
    rows.focusActive()
  }
  if (asking?.what === 'owner') {
    const { findings } = asking
    const owners = new Set(findings.map(({ owner }) => owner))
    return (
      <Suspense>
        <AssignDialog
          deployment={deployment}
          what={labels.findings(findings.length)}
          present={owners.size === 1 ? findings[0]?.owner : undefined}
          onAssign={(owner) => {
            end()
            void actions.triage(findings, { owner }).catch(() => undefined)
          }}
          onClose={end}
        />
      </Suspense>
    )
  }
  if (asking?.what !== 'approval' || !asking.item.approval) return null
  const { item, choice } = asking
  return (
    <Suspense>
      <DecideDialog
        deployment={deployment}
        approval={asking.item.approval}
        choice={choice}
        onDecided={() => actions.finish(item)}
        onClose={end}
      />
    </Suspense>
  )
}
