import { Suspense, useState } from 'react'
import { lazyDialog } from '#ui/lazy.tsx'
import { listLabels } from '../labels.ts'
import type { ListTool, ToolProps } from './list-tool.ts'

const ExportDialog = lazyDialog(() => import('./export-dialog.tsx').then((module) => module.ExportDialog))

/** Exports the list to a file. */
export function useExportTool({ deployment, total, state, choosing }: ToolProps): ListTool {
  const [open, setOpen] = useState(false)
  return {
    label: listLabels.export,
    onPress: () => setOpen(true),
    disabledReason: total === 0 ? listLabels.nothingToExport : undefined,
    overlay: open && (
      <Suspense>
        <ExportDialog {...{ deployment, total, state, choosing }} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
