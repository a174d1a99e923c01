import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'

interface ClearOptions {
  isSelecting: () => boolean
  clear: () => void
  /** Says that the selection is gone. */
  message: string
}

/** Clears the selection where the rows answer another question, and says so. */
export function useClearOnChange(question: string, { isSelecting, clear, message }: ClearOptions): void {
  const latestQuestion = useRef(question)
  const changeTo = useEffectEvent((next: string) => {
    if (latestQuestion.current === next) return
    latestQuestion.current = next
    if (!isSelecting()) return
    clear()
    announce(message)
    toast({ title: message })
  })
  useLayoutEffect(() => changeTo(question), [question])
}
