import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { labels } from '../labels.ts'
import { ScrollRegion } from '../scroll-region.tsx'

export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
  /** The highlighted text; it has the same characters. */
  content?: ReactNode
}

const kinds: Record<DiffLine['kind'], { sign: string; spoken: string; surface: string; colour: string }> = {
  same: { sign: '', spoken: '', surface: '', colour: 'text-3' },
  added: { sign: '+', spoken: labels.diff.added, surface: 'bg-add', colour: 'text-add' },
  removed: { sign: '−', spoken: labels.diff.removed, surface: 'bg-del', colour: 'text-del' },
}

interface DiffProps {
  lines: readonly DiffLine[]
  /** The accessible name of the scrollable lines. */
  label: string
}

/** Removed and added lines, marked by a sign, a background and a word for screen readers. */
export function Diff({ lines, label }: DiffProps) {
  return (
    <ScrollRegion label={label} className="rounded border border-line bg-surface-0">
      {lines.map((line, index) => {
        const { sign, spoken, surface, colour } = kinds[line.kind]
        return (
          <span key={index} className={classes('flex pr-3', surface)}>
            <span aria-hidden className={classes('w-8 shrink-0 text-center select-none', colour)}>
              {sign}
            </span>
            {spoken && <span className="sr-only select-none">{spoken}</span>}
            <span className="whitespace-pre">{line.content ?? line.text}</span>
            {'\n'}
          </span>
        )
      })}
    </ScrollRegion>
  )
}
