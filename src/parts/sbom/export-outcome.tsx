import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/errors.ts'
import { sbomExportOptions } from '#api/sbom.ts'
import type { SbomExport } from '#contract/answers/sbom.ts'
import { plural } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { refWords } from '#lib/ref-words.ts'
import { formatBytes } from '#lib/units.ts'
import { Link } from '#parts/link.tsx'
import { ExportActions } from './export-actions.tsx'
import { failureWords, stateOf } from './export-state.tsx'
import { formatWords } from './formats.ts'
import { useStarted } from './started.ts'
import { useExtensions } from './use-extensions.ts'

interface ExportOutcomeProps {
  deployment: string
  repositoryId: string
}

/** What became of the export that was asked for last on this page; nothing where none was. */
export function ExportOutcome({ deployment, repositoryId }: ExportOutcomeProps) {
  const started = useStarted().find(
    (one) =>
      one.deployment === deployment &&
      one.repositoryId === repositoryId &&
      one.pathname === location.pathname,
  )
  return started ? <Outcome deployment={deployment} taskToken={started.taskToken} /> : null
}

function Outcome({ deployment, taskToken }: { deployment: string; taskToken: string }) {
  const told = useExtensions()('getSbomExport')
  const { data: made, error } = useQuery({
    ...sbomExportOptions(deployment, taskToken),
    enabled: told === true,
  })
  if (made) return <Made deployment={deployment} made={made} />
  if (told === false || error) {
    return (
      <p role="status" className="text-2">
        The export was asked for
        {error
          ? `, but its state cannot be read: ${explain(error).title.toLowerCase()}.`
          : '. This service does not say what becomes of it.'}
      </p>
    )
  }
  return <Running />
}

function Running({ words = 'The SBOM' }: { words?: string }) {
  return (
    <p role="status" className="text-2">
      {words} is being made. The download begins by itself; it goes on if you leave the page.
    </p>
  )
}

function Made({ deployment, made }: { deployment: string; made: SbomExport }) {
  const [now] = useState(() => new Date())
  const state = stateOf(made, now)
  if (state === 'running') return <Running words={`The SBOM, ${formatWords(made)},`} />
  if (state === 'failed') {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 wrap-anywhere text-danger">
          The SBOM could not be made: {failureWords(made)}
        </span>
        <ExportActions deployment={deployment} made={made} state={state} />
      </p>
    )
  }
  const of = [
    made.ref && refWords(made.ref),
    made.commit && `commit ${made.commit.slice(0, 7)}`,
    formatWords(made),
    typeof made.components === 'number' && plural(made.components, 'component'),
    typeof made.size === 'number' && formatBytes(made.size),
  ].filter(Boolean)
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2">
      <span className="min-w-0 wrap-anywhere">The SBOM is ready: {of.join(', ')}.</span>
      <ExportActions deployment={deployment} made={made} state={state} />
      <Link to={paths.exports(deployment)} className="text-accent hover:underline">
        All exports
      </Link>
    </p>
  )
}
