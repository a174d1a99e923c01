import type { ReactNode } from 'react'

/** The layout of a `dl` of facts: labels at the left, values next to them. */
export const factList = 'grid max-w-200 grid-cols-[max-content_1fr] gap-x-4 gap-y-1'

/** One labeled value in a `dl`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
