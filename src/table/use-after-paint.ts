import { useEffect, useState } from 'react'

/** Whether what is there has been on screen for a frame, so that what can wait may take its turn. It stays so. */
export function useAfterPaint(hasContent: boolean): boolean {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    if (!hasContent || isPainted) return
    const frame = requestAnimationFrame(() => setTimeout(() => setIsPainted(true)))
    return () => cancelAnimationFrame(frame)
  }, [hasContent, isPainted])
  return isPainted
}
