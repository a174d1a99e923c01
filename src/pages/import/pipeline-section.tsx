import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { execute } from '#api/cache/execute.ts'
import { explain } from '#api/http/errors.ts'
import { createTokenOptions } from '#api/tokens.ts'
import type { ImportTarget } from '#features/import/use-target.ts'
import { Link } from '#features/link.tsx'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { type PipelineKind, pipelineKinds, pipelineLabels } from './labels.ts'
import { Snippet } from './snippet.tsx'
import { isLoopback, pipelineSnippet } from './snippets.ts'

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
          <CiToken target={target} disabledReason={disabledReason} />
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
      {isLoopback(address) && (
        <Banner tone="caution" className="rounded">
          {pipelineLabels.local(address)}
        </Banner>
      )}
    </div>
  )
}

function CiToken({ target, disabledReason }: Pick<PipelineSectionProps, 'target' | 'disabledReason'>) {
  const client = useQueryClient()
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: async () => {
      const slug = await target.slug()
      const token = {
        name: pipelineLabels.tokenName,
        role: 'ci',
        machine: true,
        webApiEnabled: true,
      } as const
      const { secret } = await execute(client, createTokenOptions(slug), token)
      return { slug, secret }
    },
    gcTime: 0,
  })
  const problem = error ? explain(error) : undefined
  if (data) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2" role="status">
        <Snippet wrap text={data.secret} what="token" />
        <p className="text-2">
          {pipelineLabels.once}{' '}
          <Link to={settingsPaths.settings(data.slug, 'tokens')} className="text-accent hover:underline">
            {pipelineLabels.revoke}
          </Link>
        </p>
      </div>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button icon="plus" loading={isPending} disabledReason={disabledReason} onClick={() => mutate()}>
          {pipelineLabels.createToken}
        </Button>
        <span className="text-2">{pipelineLabels.tokenNote}</span>
      </div>
      {problem && (
        <p role="alert" className="text-danger wrap-anywhere">
          {problem.title}. {problem.detail}
        </p>
      )}
    </div>
  )
}
