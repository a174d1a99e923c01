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
import type { KeyHold } from '#ui/keys/key-hold.ts'
import { lazy, lazyDialog } from '#ui/lazy.tsx'
import { toast } from '#ui/toast/toast.ts'
import { copyLink } from '../detail/copy-link.ts'
import { fromList, pageOf } from '../detail/panel/use-neighbors.ts'
import type { GroupedList } from '../groups/group-list.ts'
import { isSelecting, isWhole } from '../selection/selection.ts'
import { SelectionBar } from '../selection/selection-bar.tsx'
import { useSelection } from '../selection/use-selection.tsx'
import { requestTicket } from '../ticket/open-ticket.ts'
import { TicketHost } from '../ticket/ticket-host.tsx'
import { InlineTriage } from '../triage/inline-triage.tsx'
import { triageLabels } from '../triage/labels.ts'
import { useListTriage } from '../triage/use-list-triage.ts'
import { useResolveActive } from '../triage/use-resolve-active.ts'
import type { ListState, ListType } from './list-state.ts'
import { usePrefetchNeighbors } from './use-prefetch-neighbors.ts'

const JobDialog = lazyDialog(() =>
  import('#features/triage/jobs/job-dialog.tsx').then((module) => module.JobDialog),
)
const AssignDialog = lazyDialog(() =>
  import('#features/owners/assign-dialog.tsx').then((module) => module.AssignDialog),
)
const TriageBottomSheet = lazy(() =>
  import('../triage/triage-bottom-sheet.tsx').then((module) => module.TriageBottomSheet),
)

/** The content under a row of the list. */
export interface DetailRow {
  id: string
  content: ReactNode
}

export interface ListControllerHandle {
  /** Moves to the next row without triage. */
  moveOn: (from: number) => void
}

interface ListControllerProps {
  ref: Ref<ListControllerHandle>
  deployment: string
  type: ListType
  table: RefObject<DataTableHandle | null>
  keys: KeyHold
  search: RefObject<HTMLInputElement | null>
  rows: readonly Finding[]
  /** The groups of the rows, if the list is grouped. */
  groups: GroupedList | undefined
  triagedIds: ReadonlySet<string>
  answeredAt: string | undefined
  openId: string | undefined
  state: ListState
  /** The number of findings that match the filter. */
  total: number | undefined
  onSelection: (selection: TableSelection) => void
  goTo: (id: string) => void
  walk: (key: string) => string | undefined
  /** Closes the detail; false if none is open. */
  close: () => boolean
  previousPage: (() => void) | undefined
  nextPage: (() => void) | undefined
  onDetailRow: (under: DetailRow | undefined) => void
  onSettled: () => void
}

type ListTriage = ReturnType<typeof useListTriage>

interface InlineFormOptions
  extends Pick<ListControllerProps, 'deployment' | 'type' | 'keys' | 'onDetailRow'> {
  listTriage: ListTriage
  latest: RefObject<ListTriage | undefined>
}

/** Shows the reason form under its row; a phone uses a bottom sheet instead. */
function useInlineForm({ deployment, type, keys, onDetailRow, listTriage, latest }: InlineFormOptions): void {
  const phone = usePhone()
  const { reasonRow, turn } = listTriage
  const row = phone ? undefined : reasonRow
  useLayoutEffect(() => {
    onDetailRow(
      row && {
        id: String(row.id),
        content: (
          <InlineTriage
            key={turn}
            deployment={deployment}
            type={type}
            row={row}
            onSave={(decision) => latest.current?.save(decision) ?? Promise.resolve()}
            onCancel={() => latest.current?.cancel()}
            onShown={keys.release}
          />
        ),
      },
    )
  }, [row, turn, deployment, type, keys, onDetailRow, latest])
}

interface ListKeysOptions {
  props: ListControllerProps
  listTriage: ListTriage
  selection: ReturnType<typeof useSelection>
}

/** The keys of the list. */
function useListKeys({ props, listTriage, selection }: ListKeysOptions): void {
  const { deployment, type, table, search, rows } = props
  const navigate = useNavigate()
  /** Returns the finding whose row has the focus; undefined on a group header. */
  const activeFinding = () => {
    const id = table.current?.active()
    return rows.some((row) => String(row.id) === id) ? id : undefined
  }
  const resolve = useResolveActive({ deployment, type, selection, listTriage, activeFinding })
  const ticket = () => {
    const { current } = selection.present
    const selected = [...current.rows.values()].map(({ row }) => row)
    const active = rows.find((one) => String(one.id) === table.current?.active())
    if (isWhole(current)) toast({ title: triageLabels.oneTicket, detail: triageLabels.oneTicketDetail })
    else if (selected.length > 0) requestTicket(deployment, type, selected)
    else if (active) requestTicket(deployment, type, [active])
  }
  useKeys('list', {
    ...listTriage,
    next: () => props.walk('j'),
    previous: () => props.walk('k'),
    select: () => {
      const id = table.current?.active()
      if (id !== undefined) selection.toggle(id)
    },
    extend: () => selection.extendBy(() => props.walk('j')),
    extendBack: () => selection.extendBy(() => props.walk('k')),
    ignore: listTriage.ask,
    same: () => void resolve(true),
    different: () => void resolve(false),
    copyLink: () => {
      const id = activeFinding()
      if (id !== undefined) void copyLink(deployment, type, id)
    },
    ticket,
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
      if (listTriage.reasonRow || listTriage.isReasonForSelection) listTriage.cancel()
      else if (isSelecting(selection.present.current)) selection.clear()
      else return props.close()
      return true
    },
  })
}

/** Handles the keys of the list and their triage. Loaded once the rows have rendered; renders only dialogs and bars. */
export function ListController(props: ListControllerProps) {
  const { ref, deployment, type, table, keys, rows, onDetailRow } = props
  usePrefetchNeighbors(deployment, rows, props.openId)
  const phone = usePhone()
  const latest = useRef<ListTriage>(undefined)
  const askForRow = useCallback((id: string) => latest.current?.askForRow(id), [])
  const selection = useSelection({ ...props, onTriage: askForRow })
  const listTriage = useListTriage(props, selection)
  // A layout effect, so that every change of a key is applied before the next key.
  useLayoutEffect(() => {
    latest.current = listTriage
  })
  useImperativeHandle(ref, () => ({ moveOn: (from) => void latest.current?.moveOn([from]) }), [])
  useInlineForm({ deployment, type, keys, onDetailRow, listTriage, latest })

  // Runs after the key handlers below are registered.
  const free =
    listTriage.ready &&
    !listTriage.reasonRow &&
    !listTriage.isReasonForSelection &&
    !listTriage.job &&
    !listTriage.ownerRequest
  useLayoutEffect(() => {
    if (free) keys.release()
  }, [free, keys])

  useListKeys({ props, listTriage, selection })
  return (
    <>
      {listTriage.dialog}
      <SelectionBar
        {...{ table, selection, listTriage, deployment, type, phone }}
        total={props.total}
        onAsked={keys.release}
      />
      <TicketHost />
      <ListDialogs {...{ props, listTriage, selection, phone }} />
    </>
  )
}

interface ListDialogsProps extends ListKeysOptions {
  phone: boolean
}

/** The dialogs that keys and buttons of the list open. */
function ListDialogs({ props, listTriage, selection, phone }: ListDialogsProps) {
  const { deployment, type, keys } = props
  return (
    <Suspense>
      {listTriage.job && (
        <JobDialog deployment={deployment} {...listTriage.job} onClose={listTriage.endJob} />
      )}
      {listTriage.ownerRequest && (
        <AssignDialog
          deployment={deployment}
          {...listTriage.ownerRequest}
          onAssign={listTriage.endOwner}
          onClose={() => listTriage.endOwner()}
        />
      )}
      {phone && (listTriage.reasonRow || listTriage.isReasonForSelection) && (
        <TriageBottomSheet
          key={listTriage.turn}
          {...{ deployment, type, listTriage, selection }}
          row={listTriage.reasonRow}
          total={props.total}
          onShown={keys.release}
        />
      )}
    </Suspense>
  )
}
