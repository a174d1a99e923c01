import { isLoopback } from '#lib/urls/is-loopback.ts'
import { Banner } from '#ui/status/banner.tsx'
import { ciLabels } from './labels.ts'

/** Says that pipelines elsewhere cannot reach a service whose URL is a loopback address. */
export function LoopbackNotice({ address }: { address: string }) {
  if (!isLoopback(address)) return null
  return (
    <Banner tone="caution" className="rounded">
      {ciLabels.local(address)}
    </Banner>
  )
}
