import { useState } from 'react'

/** There is no room for filters, list and detail side by side. */
const isTight = () => matchMedia('(width < 1600px)').matches
/** The rail stays collapsed across pages until the person expands it. */
let railFolded = false

/** Whether the filter rail is collapsed, which happens if a detail leaves no room for the list. */
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
