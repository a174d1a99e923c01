import { useEffect, useState } from 'react'

/** Whether what is there has been on screen for a frame, so that what can wait may take its turn. It stays so. */
export function usePainted(there: boolean): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    if (!there || painted) return
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true)))
    return () => cancelAnimationFrame(frame)
  }, [there, painted])
  return painted
}
