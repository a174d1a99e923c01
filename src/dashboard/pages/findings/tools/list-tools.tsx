import { Fragment, useRef } from 'react'
import { useRegisterActions } from '#features/page-actions.ts'
import { Button } from '#ui/button.tsx'
import { MenuButton } from '#ui/overlay/menu-button.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entries.ts'
import { useCustomColumns } from '../columns/use-custom-columns.tsx'
import { useGroupTool } from '../groups/group-tool.ts'
import { listLabels } from '../labels.ts'
import type { ListHeaderContext, ListTool, ToolProps } from './list-tool.ts'
import { useColumnsTool } from './use-columns-tool.tsx'
import { useExportTool } from './use-export-tool.tsx'
import { useSortTool } from './use-sort-tool.ts'

/** Returns the entries of a tool in the "More" menu. */
function folded(tool: ListTool, press: () => void): MenuEntry[] {
  if (tool.entries) return [...tool.entries, { kind: 'line' }]
  const { label, disabledReason } = tool
  return [{ kind: 'action', label, disabledReason, onSelect: press }]
}

/**
 * The controls of the list next to its filter: a row of buttons, or a menu if there is no room. Each tool is a hook
 * that returns a `ListTool`, or undefined if it does not apply. Load it lazily.
 */
export function ListTools(head: ListHeaderContext) {
  const props: ToolProps = { ...head, choosing: useCustomColumns(head) }
  const row = useRef<HTMLDivElement>(null)
  const tools = [useGroupTool(props), useSortTool(props), useColumnsTool(props), useExportTool(props)].filter(
    (tool) => tool !== undefined,
  )
  const entries = tools.flatMap((tool) => folded(tool, () => tool.onPress?.(row)))
  if (entries.at(-1)?.kind === 'line') entries.pop()
  useRegisterActions({ of: head.title, entries })
  return (
    <div ref={row} className="flex">
      <div className="hidden items-center gap-1 @min-[720px]:flex">
        {tools.map((tool, index) => (
          <Tool key={index} tool={tool} press={() => tool.onPress?.(row)} />
        ))}
      </div>
      <div className="@min-[720px]:hidden">
        <MenuButton label={listLabels.more} variant="quiet" align="end" className="px-2" entries={entries} />
      </div>
      {tools.map((tool, index) => (
        <Fragment key={index}>{tool.overlay}</Fragment>
      ))}
    </div>
  )
}

function Tool({ tool, press }: { tool: ListTool; press: () => void }) {
  const { label, entries, disabledReason, expanded, inUse } = tool
  const className = inUse ? 'px-2 bg-accent-bg! text-accent!' : 'px-2'
  if (entries) {
    return <MenuButton label={label} variant="quiet" align="end" className={className} entries={entries} />
  }
  return (
    <Button
      variant="quiet"
      onClick={press}
      disabledReason={disabledReason}
      aria-expanded={expanded}
      className={className}
    >
      {label}
    </Button>
  )
}
