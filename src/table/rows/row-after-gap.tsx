import type { ReactNode } from 'react'

/** A row, after the empty space of the rows before it that are not drawn. */
export function Fragmented({ gap, as: As, children }: { gap: number; as: 'li' | 'tr'; children: ReactNode }) {
  const space = As === 'tr' ? <td style={{ height: gap, padding: 0 }} /> : null
  return (
    <>
      {gap > 0 && (
        <As aria-hidden style={As === 'li' ? { height: gap } : undefined}>
          {space}
        </As>
      )}
      {children}
    </>
  )
}
