import { useState } from 'react'
import type { ImportTarget } from '#features/import/use-target.ts'
import { CiToken } from '#features/pipeline/ci-token.tsx'
import { LoopbackNotice } from '#features/pipeline/loopback-notice.tsx'
import { Snippet } from '#features/pipeline/snippet.tsx'
import { Button } from '#ui/button.tsx'
import { type PipelineKind, pipelineKinds, pipelineLabels } from './labels.ts'
import { pipelineSnippet } from './snippets.ts'

interface PipelineSectionProps {
  target: ImportTarget
  address: string
  /** The slug of the deployment that receives the scans. */
  deployment: string
  /** Why no token can be created; undefined if it can. */
  disabledReason: string | undefined
}

/** Configuration lines for a pipeline, and a button that creates its token. */
export function PipelineSection({ target, address, deployment, disabledReason }: PipelineSectionProps) {
  const [kind, setKind] = useState<PipelineKind>('github')
  const file = pipelineKinds.find(({ value }) => value === kind)?.file
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">{pipelineLabels.kind}</legend>
        {pipelineKinds.map(({ value, label }) => (
          <Button key={value} pressed={value === kind} onClick={() => setKind(value)}>
            {label}
          </Button>
        ))}
      </fieldset>
      <ol className="grid list-decimal grid-cols-[minmax(0,1fr)] gap-4 pl-5">
        <li className="min-w-0 pl-1">
          <p className="pb-2">{pipelineLabels.secret[kind]}</p>
          <CiToken receiver={target.slug} disabledReason={disabledReason} />
        </li>
        <li className="min-w-0 pl-1">
          <p className="pb-2">{pipelineLabels.addTo[kind]}</p>
          <Snippet
            text={pipelineSnippet(kind, { address, deployment })}
            what={file ? 'file' : 'script'}
            title={file ?? 'sh'}
          />
        </li>
      </ol>
      <LoopbackNotice address={address} />
    </div>
  )
}
