import { useState } from 'react'

/** No room for filters, list and detail side by side. */
const isTight = () => matchMedia('(width < 1600px)').matches
/** The rail stays folded, on this page and the next, until somebody unfolds it. */
let railFolded = false

/** Whether the filters are folded away, as they are where a detail would leave no room for the list. */
export function useRailFold(isDetailOpen: boolean) {
  const [folded, setFolded] = useState(railFolded || (isDetailOpen && isTight()))
  const fold = (next: boolean) => {
    railFolded = next
    setFolded(next)
  }
  return {
    folded,
    unfold: () => fold(false),
    foldIfTight: () => {
      if (isTight()) fold(true)
    },
  }
}
