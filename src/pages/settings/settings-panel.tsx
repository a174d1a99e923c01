import { type ReactNode, useId } from 'react'

interface BlockProps {
  title: string
  /** What it is for, in a sentence or two. */
  words?: ReactNode
  children: ReactNode
}

/** One matter of a part of the settings, under its heading. */
export function Block({ title, words, children }: BlockProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="mx-4 max-w-172 border-b border-line py-4 text-base last:border-none"
    >
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {words !== undefined && <p className="mt-1 text-2">{words}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}
