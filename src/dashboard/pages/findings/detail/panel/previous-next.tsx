import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { text } from '../labels.ts'

interface PreviousNextProps {
  /** The position in the list: "2 of 364". */
  position?: string | undefined
  /** Goes to the next (1) or the previous (-1) finding of the list. */
  onWalk: (step: 1 | -1) => void
}

/** Buttons for the previous and the next finding. */
export function PreviousNext({ position, onWalk }: PreviousNextProps) {
  return (
    <span className="flex items-center text-2">
      <Button
        variant="quiet"
        size="small"
        icon="arrow-up"
        aria-label={text.previous}
        onClick={() => onWalk(-1)}
      >
        <Kbd className="@max-[400px]:hidden">K</Kbd>
      </Button>
      {position && <span className="px-1 whitespace-nowrap">{position}</span>}
      <Button variant="quiet" size="small" icon="arrow-down" aria-label={text.next} onClick={() => onWalk(1)}>
        <Kbd className="@max-[400px]:hidden">J</Kbd>
      </Button>
    </span>
  )
}
