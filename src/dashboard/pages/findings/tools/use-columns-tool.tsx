import { type RefObject, Suspense, useState } from 'react'
import { usePhone } from '#table/use-phone.ts'
import { lazyDialog } from '#ui/lazy.tsx'
import { columnPanelLabels } from '../columns/panel-labels.ts'
import type { ListTool, ToolProps } from './list-tool.ts'

const ColumnsPanel = lazyDialog(() =>
  import('../columns/columns-panel.tsx').then((module) => module.ColumnsPanel),
)

/** Selects and orders the visible columns; not available on a phone, whose cards have no columns. */
export function useColumnsTool({ state, choosing }: ToolProps): ListTool | undefined {
  const phone = usePhone()
  const [anchor, setAnchor] = useState<RefObject<HTMLElement | null>>()
  if (phone) return undefined
  return {
    label: columnPanelLabels.title,
    onPress: (row) => setAnchor((open) => (open ? undefined : row)),
    inUse: state.columns !== undefined,
    expanded: anchor !== undefined,
    overlay: anchor && (
      <Suspense>
        <ColumnsPanel type={state.type} {...choosing} anchor={anchor} onClose={() => setAnchor(undefined)} />
      </Suspense>
    ),
  }
}
