import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { ScrollRegion } from '../scroll-region.tsx'

interface CodeFrameProps {
  /** The title line above the code: the file's path, with a copy button at the end. */
  title?: ReactNode
  end?: ReactNode
  /** The accessible name of the scrollable code. */
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
  /** The line's number in its file; omitted if it is unknown. */
  number?: number | undefined
  /** The finding is on this line. Shown by a bar at the left as well as by the background. */
  marked?: boolean | undefined
  /** Shown after the code: the step of a data flow. */
  note?: ReactNode
  children: ReactNode
}

/** One line of code with its number, which is excluded from selection and copy. */
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
