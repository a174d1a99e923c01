import { useMutation, useQueryClient } from '@tanstack/react-query'
import { execute } from '#api/cache/execute.ts'
import { explain } from '#api/http/errors.ts'
import { createTokenOptions } from '#api/tokens.ts'
import { Link } from '#features/link.tsx'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { ciLabels } from './labels.ts'
import { Snippet } from './snippet.tsx'

interface CiTokenProps {
  /** Returns the slug of the deployment that receives the scans. */
  receiver: () => Promise<string>
  /** The project that the token is restricted to; all if missing. */
  project?: string
  /** Why no token can be created; undefined if it can. */
  disabledReason: string | undefined
}

/** A button that creates a token for a pipeline, whose secret is shown once. */
export function CiToken({ receiver, project, disabledReason }: CiTokenProps) {
  const client = useQueryClient()
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: async () => {
      const slug = await receiver()
      const token = {
        name: ciLabels.tokenName,
        role: 'ci' as const,
        machine: true,
        webApiEnabled: true,
        ...(project === undefined ? {} : { projects: [project] }),
      }
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
          {ciLabels.once}{' '}
          <Link to={settingsPaths.settings(data.slug, 'tokens')} className="text-accent underline">
            {ciLabels.revoke}
          </Link>
        </p>
      </div>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button icon="plus" loading={isPending} disabledReason={disabledReason} onClick={() => mutate()}>
          {ciLabels.createToken}
        </Button>
        <span className="text-2">
          {project === undefined ? ciLabels.tokenNote : ciLabels.projectTokenNote}
        </span>
      </div>
      {problem && (
        <p role="alert" className="text-danger wrap-anywhere">
          {problem.title}. {problem.detail}
        </p>
      )}
    </div>
  )
}
