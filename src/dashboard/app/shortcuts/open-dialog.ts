import { useSyncExternalStore } from 'react'

/** A project, to export. */
interface ExportedProject {
  id: number
  name: string
}

/** The frame's dialogs that several components open: the jobs tray, the person's own triages, an export. */
type FrameDialog = { name: 'jobs' | 'decisions' } | { name: 'sbom'; subject?: ExportedProject }

let open: FrameDialog | undefined
const listeners = new Set<() => void>()

/** Opens one of the frame's dialogs, or closes the open one. */
export function openDialog(next: FrameDialog | undefined): void {
  open = next
  for (const listener of listeners) listener()
}

/** Returns which of the frame's dialogs is open. */
export function useOpenDialog(): FrameDialog | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
  )
}
