import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { moveColumn } from '#table/columns/column-order.ts'
import type { Column } from '#table/columns/columns.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { announce } from '#ui/live-region.tsx'
import { Popover } from '#ui/overlay/popover.tsx'
import type { ListType } from '../list/list-state.ts'
import { knownColumns, loadOptionalColumns } from './column-choice.ts'
import { columnPanelLabels } from './panel-labels.ts'
import type { ColumnChoosing } from './use-custom-columns.tsx'

interface ColumnsPanelProps extends ColumnChoosing {
  type: ListType
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}

function labelOf({ header, meta }: Column<Finding>): string {
  return meta?.label ?? (typeof header === 'string' ? header : '')
}

/** Returns the optional columns once they have loaded. */
function useOptionalColumns(type: ListType): readonly Column<Finding>[] {
  const [more, setMore] = useState<readonly Column<Finding>[]>([])
  useEffect(() => {
    let here = true
    // If they fail to load, the default columns can still be chosen.
    loadOptionalColumns(type).then(
      (columns) => here && setMore(columns),
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [type])
  return more
}

/** Restores the focus to a control that moves in the DOM when it is pressed and would lose it. */
function useFocusAfterMove() {
  const list = useRef<HTMLUListElement>(null)
  const pressed = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (pressed.current === undefined) return
    const name = pressed.current
    pressed.current = undefined
    list.current?.querySelector<HTMLElement>(`[data-control="${CSS.escape(name)}"]`)?.focus()
  })
  const keepFocusOn = (name: string) => {
    pressed.current = name
  }
  return { list, keepFocusOn }
}

/** Selects and orders the visible columns. Load it lazily. */
export function ColumnsPanel(props: ColumnsPanelProps) {
  const { type, defaults, shown, choose, anchor, onClose } = props
  const more = useOptionalColumns(type)
  const known = knownColumns(defaults, more)
  const ids = shown.flatMap(({ id }) => id ?? [])
  const labelById = new Map(known.map((column) => [column.id, labelOf(column)]))
  const others = known.filter(({ id }) => id !== undefined && !ids.includes(id))

  const { list, keepFocusOn } = useFocusAfterMove()
  const move = (id: string, step: -1 | 1) => {
    const at = ids.indexOf(id) + step
    const neighbor = ids[at]
    if (neighbor === undefined) return
    keepFocusOn(`${id} ${step}`)
    choose((now) => moveColumn(now, id, neighbor, step === 1))
    announce(columnPanelLabels.moved(labelById.get(id) ?? '', at + 1, ids.length))
  }
  const toggle = (id: string, on: boolean) => {
    keepFocusOn(`${id} box`)
    choose((now) => [...now.filter((one) => one !== id), ...(on ? [id] : [])])
  }
  return (
    <Popover label={columnPanelLabels.title} anchor={anchor} onClose={onClose} className="w-72">
      <ul ref={list} aria-label={columnPanelLabels.title} className="px-1.5 py-1">
        {ids.map((id, at) => (
          <ShownColumn
            key={id}
            id={id}
            label={labelById.get(id) ?? ''}
            isFirst={at === 0}
            isLast={at === ids.length - 1}
            onMove={(step) => move(id, step)}
            onHide={() => toggle(id, false)}
          />
        ))}
        {others.map(({ id = '' }, at) => (
          <li key={id} className={at === 0 ? 'mt-1 border-t border-line pt-1' : undefined}>
            <Checkbox
              label={labelById.get(id)}
              checked={false}
              data-control={`${id} box`}
              onChange={() => toggle(id, true)}
              className="h-8"
            />
          </li>
        ))}
      </ul>
      <ResetButtons {...props} />
    </Popover>
  )
}

/** Buttons that reset the columns and widths to their defaults. */
function ResetButtons({ defaults, shown, choose, resized, forget }: ColumnsPanelProps) {
  const idsOf = (columns: readonly Column<Finding>[]) => columns.map(({ id }) => id).join('\n')
  const isDefault = idsOf(shown) === idsOf(defaults)
  return (
    <div className="flex gap-1 border-t border-line pt-1">
      <Button
        variant="quiet"
        disabledReason={isDefault ? columnPanelLabels.isDefault : undefined}
        onClick={() => choose(() => undefined)}
      >
        {columnPanelLabels.reset}
      </Button>
      <Button
        variant="quiet"
        disabledReason={resized ? undefined : columnPanelLabels.noWidths}
        onClick={forget}
      >
        {columnPanelLabels.resetWidths}
      </Button>
    </div>
  )
}

interface ShownColumnProps {
  id: string
  label: string
  isFirst: boolean
  isLast: boolean
  onMove: (step: -1 | 1) => void
  onHide: () => void
}

/** A visible column, which can be moved and, unless it is the only one, hidden. */
function ShownColumn({ id, label, isFirst, isLast, onMove, onHide }: ShownColumnProps) {
  return (
    <li className="flex h-8 items-center gap-0.5">
      <Checkbox
        label={label}
        checked
        data-control={`${id} box`}
        disabled={isFirst && isLast}
        onChange={onHide}
        className="min-w-0 flex-1"
      />
      <IconButton
        size="small"
        icon="arrow-up"
        label={columnPanelLabels.up(label)}
        data-control={`${id} -1`}
        disabledReason={isFirst ? columnPanelLabels.first : undefined}
        onClick={() => onMove(-1)}
      />
      <IconButton
        size="small"
        icon="arrow-down"
        label={columnPanelLabels.down(label)}
        data-control={`${id} 1`}
        disabledReason={isLast ? columnPanelLabels.last : undefined}
        onClick={() => onMove(1)}
      />
    </li>
  )
}
