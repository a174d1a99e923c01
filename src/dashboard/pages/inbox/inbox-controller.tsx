import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect } from 'react'
import { SelectionFrame } from '#features/list/table/selection-frame.tsx'
import { Button } from '#ui/button.tsx'
import type { KeyHold } from '#ui/keys/key-hold.ts'
import { AskingDialogs, ReasonForm } from './asking.tsx'
import { labels } from './labels.ts'
import { type InboxActions, useActions } from './use-actions.ts'
import { targetsOf, useInboxKeys } from './use-inbox-keys.ts'
import type { InboxRows } from './use-rows.ts'

export interface InboxControllerHandle {
  triage: InboxActions['triage']
}

interface InboxControllerProps {
  ref: Ref<InboxControllerHandle>
  rows: InboxRows
  /** Those pressed before this code was there. */
  keys: KeyHold
  previousPage: (() => void) | undefined
  nextPage: (() => void) | undefined
}

/** Handles the keys of the inbox and triage. Loaded once the rows have rendered; renders only dialogs and bars. */
export function InboxController({ ref, rows, keys, previousPage, nextPage }: InboxControllerProps) {
  const { asking, selection } = rows
  const actions = useActions(rows)
  const { triage } = actions
  useImperativeHandle(ref, () => ({ triage }))
  useInboxKeys({ rows, actions, previousPage, nextPage })
  const ready = rows.page.rows !== undefined || rows.page.request.isError
  // Runs after the key handlers above are registered.
  useLayoutEffect(() => {
    if (ready) keys.release()
  }, [ready, keys])
  const isForSelection = asking?.what === 'reason' && asking.row === undefined
  return (
    <>
      {selection.selected.size > 0 && (
        <SelectedBar
          {...{ rows, actions }}
          confirmation={isForSelection && <ReasonForm rows={rows} onTriage={triage} />}
        />
      )}
      {actions.dialogs}
      <AskingDialogs {...{ rows, actions }} />
    </>
  )
}

interface SelectedBarProps {
  rows: InboxRows
  actions: InboxActions
  confirmation: ReactNode
}

/** What can be done with the selected findings. */
function SelectedBar({ rows, actions, confirmation }: SelectedBarProps) {
  const { table, selection } = rows
  const targets = () => targetsOf(rows)
  const decide = (state: 'reviewing' | 'fixing' | 'reopened') => () => {
    void actions.triage(targets(), { state }).catch(() => undefined)
    selection.clear()
  }
  return (
    <SelectionFrame
      table={table}
      label={labels.selected(selection.selected.size)}
      elsewhere={selection.elsewhere}
      onClear={selection.clear}
      confirmation={confirmation}
    >
      <Button size="small" variant="quiet" onClick={() => actions.askReason(targets(), undefined)}>
        {labels.ignore}
      </Button>
      <Button size="small" variant="quiet" onClick={decide('reviewing')}>
        {labels.reviewing}
      </Button>
      <Button size="small" variant="quiet" onClick={decide('fixing')}>
        {labels.fixing}
      </Button>
      <Button size="small" variant="quiet" onClick={decide('reopened')}>
        {labels.reopen}
      </Button>
      <Button size="small" variant="quiet" onClick={() => actions.askOwner(targets())}>
        {labels.assign}
      </Button>
    </SelectionFrame>
  )
}
