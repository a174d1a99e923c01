import { useInsertionEffect, useState } from 'react'
import { createKeyHold, type KeyHold } from '#ui/keys/key-hold.ts'
import { takeInitialKeyHold, takesListKeys } from './list-key-hold.ts'

/** Holds keys pressed before their handlers have loaded, so that none is lost. */
export function useListKeyHold(): KeyHold {
  const [hold] = useState(createKeyHold)
  // Before every layout effect: if the handlers have loaded already, they end the hold in the same commit.
  useInsertionEffect(() => {
    hold.start(takesListKeys)
    takeInitialKeyHold()?.release()
    return hold.drop
  }, [hold])
  return hold
}
