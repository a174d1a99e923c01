import { createContext, type ReactNode, use } from 'react'
import { classes } from '#ui/classes.ts'

/** The heading level of sections: under the page title, or next to a list. */
const LevelContext = createContext<2 | 3>(3)

export function SectionLevel({ level, children }: { level: 2 | 3; children: ReactNode }) {
  return <LevelContext value={level}>{children}</LevelContext>
}

interface SectionProps {
  title: string
  /** Shown at the end of the heading's line. */
  end?: ReactNode
  children: ReactNode
}

/** A section of a finding's detail with its heading. */
export function Section({ title, end, children }: SectionProps) {
  const Heading = use(LevelContext) === 2 ? 'h2' : 'h3'
  return (
    <section className="border-b border-line py-4 last:border-b-0">
      <div className="mb-2 flex min-h-6 items-center gap-2">
        <Heading className="min-w-0 flex-1 font-semibold text-1">{title}</Heading>
        {end}
      </div>
      {children}
    </section>
  )
}

/** Facts in two columns: label and value. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">{children}</dl>
}

export function Fact({ name, children, mono }: { name: string; children: ReactNode; mono?: boolean }) {
  return (
    <>
      <dt className="text-3">{name}</dt>
      <dd className={classes('min-w-0 wrap-anywhere', mono && 'font-mono text-xs leading-5')}>{children}</dd>
    </>
  )
}
