import { listLabels } from '../labels.ts'

interface ListUpdatesProps {
  /** Findings triaged here that the filter no longer matches. */
  left: number
  /** The number of additional matches since the rows were loaded. */
  fresh: number
  /** The number of rows in the response that could not be read. */
  leftOut: number
  onRefresh: () => void
}

/** Reports changes of the list since its rows were loaded. The rows do not move until the person refreshes. */
export function ListUpdates({ left, fresh, leftOut, onRefresh }: ListUpdatesProps) {
  const again = (word: string) => (
    <button type="button" onClick={onRefresh} className="rounded-sm text-accent hover:underline">
      {word}
    </button>
  )
  return (
    <span className="truncate">
      {left > 0 && (
        <>
          {listLabels.left(left)} · {again(listLabels.refresh)}
        </>
      )}
      {left > 0 && fresh > 0 && ' · '}
      {fresh > 0 && (
        <>
          {listLabels.fresh(fresh)} · {again(listLabels.show)}
        </>
      )}
      {leftOut > 0 && <span className="text-caution"> {listLabels.unreadable(leftOut)}</span>}
    </span>
  )
}
