import type { ReactNode } from 'react'

/** A row, after an empty row in place of the preceding unrendered rows. */
export function RowAfterGap({
  gap,
  as: As,
  children,
}: {
  gap: number
  as: 'li' | 'tr'
  children: ReactNode
}) {
  const spacer = As === 'tr' ? <td style={{ height: gap, padding: 0 }} /> : null
  return (
    <>
      {gap > 0 && (
        <As aria-hidden style={As === 'li' ? { height: gap } : undefined}>
          {spacer}
        </As>
      )}
      {children}
    </>
  )
}
