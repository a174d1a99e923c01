import { useSyncExternalStore } from 'react'

/** The dialogs of the frame that several places open: the tray of jobs, the person's own decisions, an export. */
type FrameDialog = 'jobs' | 'decisions' | 'sbom'

let open: FrameDialog | undefined
const listeners = new Set<() => void>()

/** Opens one of the frame's dialogs, or closes the one that is open. */
export function openDialog(next: FrameDialog | undefined): void {
  open = next
  for (const listener of listeners) listener()
}

/** Which of the frame's dialogs is open. */
export function useOpenDialog(): FrameDialog | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
  )
}
