import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useOnChange } from '#ui/use-on-change.ts'

interface ClearOptions {
  isSelecting: () => boolean
  clear: () => void
  /** The announcement that the selection was cleared. */
  message: string
}

/** Clears the selection when the query of the rows changes, and announces it. */
export function useClearOnChange(question: string, { isSelecting, clear, message }: ClearOptions): void {
  useOnChange(question, () => {
    if (!isSelecting()) return
    clear()
    announce(message)
    toast({ title: message })
  })
}
