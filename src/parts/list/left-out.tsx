import { useState } from 'react'
import { Banner } from '#ui/banner.tsx'

/** What of the address could not be read, until it is dismissed. */
export function LeftOut({ sentences }: { sentences: readonly string[] }) {
  const [gone, setGone] = useState(false)
  if (gone || sentences.length === 0) return null
  const shown = sentences.slice(0, 3).join('; ')
  const rest = sentences.length - 3
  return (
    <Banner tone="caution" onDismiss={() => setGone(true)}>
      Parts of this address were left out. {shown}
      {rest > 0 && `; and ${rest} more`}.
    </Banner>
  )
}
