import type { Service } from '#contract/responses/deployments.ts'
import { Snippet } from '#features/pipeline/snippet.tsx'
import { commandLabels } from './labels.ts'
import { curlCommand, hostCommand } from './snippets.ts'

interface CommandSectionProps {
  service: Service | undefined
  address: string
  /** The slug of the deployment that receives the scans. */
  deployment: string
  /** Whether the deployment exists. */
  exists: boolean
}

/** The commands that import a report into this service. */
export function CommandSection({ service, address, deployment, exists }: CommandSectionProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {service?.host ? (
        <div>
          <h3 className="pb-1 font-medium">{commandLabels.onHost}</h3>
          <Snippet
            wrap
            text={hostCommand(service.host, exists ? deployment : undefined)}
            what={commandLabels.command}
          />
          <p className="pt-1 text-2">{commandLabels.onHostNote}</p>
        </div>
      ) : (
        service && <p className="text-2">{commandLabels.hidden}</p>
      )}
      <div>
        <h3 className="pb-1 font-medium">{commandLabels.anywhere}</h3>
        <Snippet text={curlCommand({ address, deployment })} what={commandLabels.curl} title="curl" />
        <p className="pt-1 text-2">{commandLabels.anywhereNote}</p>
      </div>
    </div>
  )
}
