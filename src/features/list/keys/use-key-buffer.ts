import { useLayoutEffect, useState } from 'react'
import { createKeyBuffer, endInitialKeyBuffer, initialKeyBuffer, type KeyBuffer } from './key-buffer.ts'

/** Buffers keys pressed before their handlers have loaded, so that none is lost. */
export function useKeyBuffer(): KeyBuffer {
  const [keys] = useState(() => initialKeyBuffer() ?? createKeyBuffer())
  useLayoutEffect(() => {
    endInitialKeyBuffer()
    keys.hold(false)
    return () => void keys.take()
  }, [keys])
  return keys
}
