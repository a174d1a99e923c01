import type { ReactNode, RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { usePhone } from '#table/use-phone.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { listLabels } from '../labels.ts'
import { infiniteLabels } from './infinite-labels.ts'

interface SelectionFrameProps {
  table: RefObject<DataTableHandle | null>
  /** The selection: `2 selected`. */
  label: string
  /** The number of selected rows that are not visible. */
  elsewhere?: string | undefined
  onClear: () => void
  /** A button that selects more. */
  secondary?: ReactNode
  /** The actions of the selection. */
  children: ReactNode
  /** A confirmation that opens under the bar, over the first rows. */
  confirmation?: ReactNode
  /** A larger confirmation, which moves the rows down. */
  before?: ReactNode
}

/** The selection and its actions, over the table header so that no row moves; on a phone over the footer. */
export function SelectionFrame(props: SelectionFrameProps) {
  const { table, label, elsewhere, onClear, secondary, children, confirmation, before } = props
  const phone = usePhone()
  const headerSlot = table.current?.headerSlot()
  const room = table.current?.beforeSlot()
  if (!headerSlot || !room) return null
  const clear = () => {
    const id = table.current?.active()
    onClear()
    if (id !== undefined) table.current?.focusRow(id)
  }
  const bar = (
    <section
      aria-label={infiniteLabels.selection}
      data-selection=""
      className="@container ml-9 flex flex-col border-b border-accent-line bg-accent-bg max-sm:ml-0 max-sm:border-t max-sm:border-b-0"
    >
      <div className="scroll-area flex h-8 items-center gap-1 overflow-x-auto overflow-y-hidden bg-transparent px-2 text-sm whitespace-nowrap [scrollbar-width:none] max-sm:h-14 max-sm:px-3">
        <span className="flex min-w-0 gap-x-2 pr-1 max-sm:flex-col">
          <span className="truncate font-medium text-1">{label}</span>
          {elsewhere && <span className="truncate text-2 max-sm:text-xs">{elsewhere}</span>}
        </span>
        {secondary}
        {phone ? (
          <span className="flex-1" />
        ) : (
          <span aria-hidden className="mx-1 h-4 w-px shrink-0 bg-accent-line" />
        )}
        {children}
        {!phone && <span className="flex-1" />}
        {phone ? (
          <IconButton icon="close" label={infiniteLabels.clearSelection} size="large" onClick={clear} />
        ) : (
          <Button size="small" variant="quiet" onClick={clear}>
            {listLabels.clear} <span className="sr-only">{infiniteLabels.ofSelection}</span>
            <Kbd className="-mr-1 @max-[760px]:hidden">Esc</Kbd>
          </Button>
        )}
      </div>
      {confirmation && (
        <div className="border-t border-line bg-surface-1 px-4 py-2 shadow-float">{confirmation}</div>
      )}
    </section>
  )
  return (
    <>
      {createPortal(bar, headerSlot)}
      {before &&
        createPortal(<div className="border-y border-line bg-surface-1 px-4 py-2">{before}</div>, room)}
    </>
  )
}
