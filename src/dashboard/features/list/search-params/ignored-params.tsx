import { useState } from 'react'
import { Banner } from '#ui/status/banner.tsx'
import { listLabels } from '../labels.ts'

/** Lists the URL params that could not be read, until it is dismissed. */
export function IgnoredParams({ sentences }: { sentences: readonly string[] }) {
  const [gone, setGone] = useState(false)
  if (gone || sentences.length === 0) return null
  const shown = sentences.slice(0, 3).join('; ')
  const rest = sentences.length - 3
  return (
    <Banner tone="caution" onDismiss={() => setGone(true)}>
      {listLabels.ignoredParts} {shown}
      {rest > 0 && `; ${listLabels.andMore(rest)}`}.
    </Banner>
  )
}
