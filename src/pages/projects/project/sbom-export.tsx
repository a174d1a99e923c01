import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { explain } from '#api/errors.ts'
import { exportSbomOptions, sbomExportOptions } from '#api/sbom.ts'
import type { SbomExport } from '#contract/answers/sbom.ts'
import { plural } from '#lib/format.ts'
import { refWords } from '#lib/ref-words.ts'
import { formatBytes } from '#lib/units.ts'
import { Button } from '#ui/button.tsx'
import { RequestId } from '#ui/error-state.tsx'
import { announce } from '#ui/live-region.tsx'

interface SbomExportProps {
  deployment: string
  project: { id: number; primary_branch?: string | null | undefined }
  /** Why this person may not export. */
  disabledReason: string | undefined
}

/** Starts an export with the usual settings and follows it to the download, which begins by itself. */
export function useSbomExport({ deployment, project, disabledReason }: SbomExportProps) {
  const start = useMutation(exportSbomOptions(deployment))
  const [token, setToken] = useState<string>()
  const followed = useQuery({ ...sbomExportOptions(deployment, token ?? ''), enabled: token !== undefined })
  const done = followed.data
  const downloaded = useRef<string>(undefined)

  const address = done?.downloadUrl
  useEffect(() => {
    if (!address || !token || downloaded.current === token) return
    downloaded.current = token
    announce('The bill of materials is ready')
    const link = document.createElement('a')
    link.href = address
    link.download = ''
    link.click()
  }, [address, token])

  const running = start.isPending || (token !== undefined && (!done || done.status.endsWith('_IN_PROGRESS')))
  const error = start.error ?? followed.error
  const reason =
    disabledReason ??
    (project.primary_branch ? undefined : 'It has no primary branch, whose scan would tell what is in it')
  const run = () => {
    setToken(undefined)
    start.mutate({ repositoryId: String(project.id) }, { onSuccess: ({ taskToken }) => setToken(taskToken) })
  }
  return {
    button: (
      <Button icon="package" onClick={run} loading={running && !error} disabledReason={reason}>
        Export SBOM
      </Button>
    ),
    said: error ? (
      <Refused error={error} />
    ) : running ? (
      <p role="status" className="text-2">
        Making the bill of materials, CycloneDX 1.5 as JSON. The download begins by itself.
      </p>
    ) : done ? (
      <Outcome done={done} onRetry={run} />
    ) : null,
  }
}

function Refused({ error }: { error: Error }) {
  const { title, detail, requestId } = explain(error)
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 text-danger">
      <span>
        No bill of materials: {title.toLowerCase()}. {detail}
      </span>
      {requestId && <RequestId id={requestId} />}
    </div>
  )
}

function Outcome({ done, onRetry }: { done: SbomExport; onRetry: () => void }) {
  if (done.status.endsWith('_FAILED')) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-3 text-danger">
        The export failed: {done.errorMessage ?? 'the service does not say why'}
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      </p>
    )
  }
  const of = [
    done.ref && refWords(done.ref),
    done.commit && `commit ${done.commit.slice(0, 9)}`,
    typeof done.components === 'number' && plural(done.components, 'component'),
    typeof done.size === 'number' && formatBytes(done.size),
  ].filter(Boolean)
  return (
    <p role="status" className="text-2">
      The bill of materials of {of.join(', ')} is ready.{' '}
      {done.downloadUrl && (
        <a href={done.downloadUrl} download="" className="text-accent hover:underline">
          Download it again
        </a>
      )}
    </p>
  )
}
