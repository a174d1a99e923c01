import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useOnChange } from '#ui/use-on-change.ts'

interface ClearOptions {
  isSelecting: () => boolean
  clear: () => void
  /** Says that the selection is gone. */
  message: string
}

/** Clears the selection where the rows answer another question, and says so. */
export function useClearOnChange(question: string, { isSelecting, clear, message }: ClearOptions): void {
  useOnChange(question, () => {
    if (!isSelecting()) return
    clear()
    announce(message)
    toast({ title: message })
  })
}
