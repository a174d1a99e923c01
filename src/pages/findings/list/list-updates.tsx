import { listLabels } from '../labels.ts'

interface ListUpdatesProps {
  /** Decided here, and no longer what the filter asks for. */
  left: number
  /** How many more match than when the rows were answered. */
  fresh: number
  /** Rows of the answer that could not be read. */
  leftOut: number
  onRefresh: () => void
}

/** What became of the list since its rows were answered. The rows stay where they are until somebody asks. */
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
