import { useEffect, useState } from 'react'

/** Whether the content has been on screen for a frame, so that deferred parts may render. It stays true. */
export function useAfterPaint(hasContent: boolean): boolean {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    if (!hasContent || isPainted) return
    const frame = requestAnimationFrame(() => setTimeout(() => setIsPainted(true)))
    return () => cancelAnimationFrame(frame)
  }, [hasContent, isPainted])
  return isPainted
}
