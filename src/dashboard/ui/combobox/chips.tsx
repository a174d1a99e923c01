import { Combobox as Base } from '@base-ui/react/combobox'
import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import { labels } from '../labels.ts'

interface ChipsProps {
  label: string
  values: readonly string[]
  /** The input behind them. */
  children: ReactNode
}

/** The chosen values of a combobox, each with a button that removes it. Arrow keys reach them from the input. */
export function Chips({ label, values, children }: ChipsProps) {
  return (
    <Base.Chips
      aria-label={values.length > 0 ? label : undefined}
      className="flex max-h-40 min-w-0 flex-1 cursor-text flex-wrap items-center gap-1 overflow-y-auto py-0.5 first:*:[input]:pl-1.5"
    >
      {values.map((value) => (
        <Base.Chip
          key={value}
          aria-label={value}
          className="inline-flex h-6.5 max-w-full min-w-0 items-center rounded bg-accent-bg pl-2 text-1 outline-none focus-visible:outline-2 focus-visible:outline-accent"
        >
          <bdi className="min-w-0 truncate" title={value}>
            {value}
          </bdi>
          <Base.ChipRemove
            aria-label={labels.remove(value)}
            className="grid size-6.5 shrink-0 place-content-center rounded text-2 hover:text-1 focus-inset"
          >
            <Icon name="close" className="size-3.5" />
          </Base.ChipRemove>
        </Base.Chip>
      ))}
      {children}
    </Base.Chips>
  )
}
