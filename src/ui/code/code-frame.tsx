import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { ScrollRegion } from '../scroll-region.tsx'

interface CodeFrameProps {
  /** The line over the code: the file's path, at the end a copy button. */
  title?: ReactNode
  end?: ReactNode
  /** The name of the scrollable code, for the keyboard and for screen readers. */
  label: string
  children: ReactNode
}

/** The frame around lines of code. Its lines are `CodeLine`s; long ones scroll sideways together. */
export function CodeFrame({ title, end, label, children }: CodeFrameProps) {
  return (
    <figure className="overflow-hidden rounded border border-line bg-surface-0">
      {(title !== undefined || end !== undefined) && (
        <figcaption className="flex min-h-8 min-w-0 items-center gap-2 border-b border-line py-1 pr-1 pl-3 text-2">
          <span className="min-w-0 flex-1">{title}</span>
          {end}
        </figcaption>
      )}
      <ScrollRegion label={label}>
        <code>{children}</code>
      </ScrollRegion>
    </figure>
  )
}

interface CodeLineProps {
  /** The line's number in its file; left out where it is not known. */
  number?: number | undefined
  /** The scan points at this line. Told by a bar at the left as well as by the surface. */
  marked?: boolean | undefined
  /** Stands after the code: the step of a data flow. */
  note?: ReactNode
  children: ReactNode
}

/** One line of code with its number, which is neither selected nor copied with it. */
export function CodeLine({ number, marked = false, note, children }: CodeLineProps) {
  return (
    <span
      className={classes('flex border-l-2 pr-3', marked ? 'border-caution bg-mark' : 'border-transparent')}
    >
      <span aria-hidden className="w-12 shrink-0 pr-3 text-right text-3 select-none">
        {number}
      </span>
      <span className="min-w-0 grow whitespace-pre">{children}</span>
      {note !== undefined && <span className="shrink-0 pl-4 font-sans text-xs text-2">{note}</span>}
      {'\n'}
    </span>
  )
}
