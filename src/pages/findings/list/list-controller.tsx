import {
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { useNavigate } from 'react-router'
import type { Finding } from '#api/dialects/dialects.ts'
import { useKeys } from '#features/shortcuts/use-keys.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { TableSelection } from '#table/selection.ts'
import { usePhone } from '#table/use-phone.ts'
import { lazy, lazyDialog } from '#ui/lazy.tsx'
import { toast } from '#ui/toast/toast.ts'
import { copyLink } from '../detail/copy-link.ts'
import { fromList, pageOf } from '../detail/panel/use-neighbors.ts'
import type { GroupedList } from '../groups/group-list.ts'
import { triageLabels } from '../labels.ts'
import { isSelecting, isWhole } from '../selection/selection.ts'
import { SelectionBar } from '../selection/selection-bar.tsx'
import { useSelection } from '../selection/use-selection.tsx'
import { openTicketFor } from '../ticket/open-ticket.ts'
import { TicketHost } from '../ticket/ticket-host.tsx'
import { DecideLine } from '../triage/inline-triage.tsx'
import { useDeciding } from '../triage/use-list-triage.ts'
import { useSettle } from '../triage/use-resolve-active.ts'
import type { KeyBuffer } from './keys/key-buffer.ts'
import { replayKeys } from './keys/replay-keys.ts'
import type { ListState, ListType } from './list-state.ts'
import { useNeighbours } from './use-prefetch-neighbors.ts'

const JobDialog = lazyDialog(() =>
  import('#features/triage/jobs/job-dialog.tsx').then((module) => module.JobDialog),
)
const DecideSheet = lazy(() =>
  import('../triage/triage-bottom-sheet.tsx').then((module) => module.DecideSheet),
)

/** What stands under a row of the list. */
export interface UnderRow {
  id: string
  content: ReactNode
}

export interface AttendantHandle {
  /** Goes to the next row that was not decided yet. */
  moveOn: (from: number) => void
}

interface AttendantProps {
  ref: Ref<AttendantHandle>
  deployment: string
  type: ListType
  table: RefObject<DataTableHandle | null>
  keys: KeyBuffer
  search: RefObject<HTMLInputElement | null>
  rows: readonly Finding[]
  /** The groups that the rows stand in, where they do. */
  groups: GroupedList | undefined
  decided: ReadonlySet<string>
  answeredAt: string | undefined
  openId: string | undefined
  state: ListState
  /** How many match the filter. */
  total: number | undefined
  onSelection: (selection: TableSelection) => void
  goTo: (id: string) => void
  walk: (key: string) => string | undefined
  /** Closes the detail; false where none is open. */
  close: () => boolean
  previousPage: (() => void) | undefined
  nextPage: (() => void) | undefined
  onUnder: (under: UnderRow | undefined) => void
  onSettled: () => void
}

/** The keys of the list and the deciding behind them. It is loaded once the rows are on screen; it draws only a clash. */
export function ListAttendant(props: AttendantProps) {
  const { ref, deployment, type, table, keys, search, rows, onUnder } = props
  const navigate = useNavigate()
  useNeighbours(deployment, rows, props.openId)
  const phone = usePhone()
  const latest = useRef<ReturnType<typeof useDeciding>>(undefined)
  const askAbout = useCallback((id: string) => latest.current?.askAbout(id), [])
  const selection = useSelection({ ...props, onDecide: askAbout })
  const deciding = useDeciding(props, selection)
  /** The finding whose row has the focus; undefined on the head of a group. */
  const activeFinding = () => {
    const id = table.current?.active()
    return props.rows.some((row) => String(row.id) === id) ? id : undefined
  }
  // All that a key changes is there before the next one, so nothing here waits for a painted frame.
  useLayoutEffect(() => {
    latest.current = deciding
  })
  useImperativeHandle(ref, () => ({ moveOn: (from) => void latest.current?.moveOn([from]) }), [])

  const { asking, turn, ready } = deciding
  // On a phone a sheet asks in place of the line.
  const asked = phone ? undefined : asking
  const askedId = asked?.id
  useLayoutEffect(() => {
    onUnder(
      asked && {
        id: String(asked.id),
        content: (
          <DecideLine
            key={turn}
            deployment={deployment}
            row={asked}
            onSave={(decision) => latest.current?.save(decision) ?? Promise.resolve()}
            onCancel={() => latest.current?.cancel()}
            onShown={() => queueMicrotask(() => replayKeys(keys.take()))}
          />
        ),
      },
    )
    // The row's own changes while it is asked about change nothing in the line.
  }, [askedId, turn, deployment, keys, onUnder])

  // After the keys below are heard; React does not let an effect press them itself.
  const free = ready && !asking && !deciding.askingAll && !deciding.whole
  useLayoutEffect(() => {
    if (free) queueMicrotask(() => replayKeys(keys.take()))
  }, [free, keys])

  const settle = useSettle({ deployment, type, selection, deciding, activeFinding })

  useKeys('list', {
    ...deciding,
    next: () => props.walk('j'),
    previous: () => props.walk('k'),
    select: () => {
      const id = table.current?.active()
      if (id !== undefined) selection.toggle(id)
    },
    extend: () => selection.extendBy(() => props.walk('j')),
    extendBack: () => selection.extendBy(() => props.walk('k')),
    ignore: deciding.ask,
    same: () => void settle(true),
    different: () => void settle(false),
    copyLink: () => {
      const id = activeFinding()
      if (id !== undefined) void copyLink(deployment, type, id)
    },
    ticket: () => {
      const { rows: picked } = selection.present.current
      const row = rows.find((one) => String(one.id) === table.current?.active())
      if (isWhole(selection.present.current)) {
        toast({ title: triageLabels.oneTicket, detail: triageLabels.oneTicketDetail })
      } else if (picked.size > 0)
        openTicketFor(
          deployment,
          type,
          [...picked.values()].map((one) => one.row),
        )
      else if (row) openTicketFor(deployment, type, [row])
    },
    openPage: () => {
      const id = activeFinding()
      if (id !== undefined) void navigate(pageOf(deployment, type, id, location.search), fromList)
      return id !== undefined
    },
    search: () => {
      search.current?.focus()
      search.current?.select()
    },
    previousPage: () => props.previousPage?.(),
    nextPage: () => props.nextPage?.(),
    close: () => {
      if (deciding.asking || deciding.askingAll) deciding.cancel()
      else if (isSelecting(selection.present.current)) selection.clear()
      else return props.close()
      return true
    },
  })
  return (
    <>
      {deciding.dialog}
      <SelectionBar
        {...{ table, selection, deciding, deployment, type, phone }}
        total={props.total}
        onAsked={() => queueMicrotask(() => replayKeys(keys.take()))}
      />
      <TicketHost />
      <Suspense>
        {deciding.whole && (
          <JobDialog
            deployment={deployment}
            {...deciding.whole}
            onShown={() => void keys.take()}
            onClose={(made) => {
              // Where it was never shown, what was typed meanwhile was meant for it.
              keys.take()
              deciding.endWhole(made)
            }}
          />
        )}
        {phone && (asking || deciding.askingAll) && (
          <DecideSheet
            key={turn}
            {...{ deployment, deciding, selection }}
            row={asking}
            total={props.total}
            onShown={() => void keys.take()}
          />
        )}
      </Suspense>
    </>
  )
}
