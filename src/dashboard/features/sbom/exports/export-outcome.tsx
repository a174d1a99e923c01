import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sbomExportOptions } from '#api/dependencies/sbom.ts'
import { explain } from '#api/http/errors.ts'
import type { SbomExport } from '#contract/responses/sbom.ts'
import { Link } from '#features/link.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { formatBytes } from '#lib/text/units.ts'
import { paths } from '#lib/urls/paths.ts'
import { lackingOf, remedyOf } from '../completeness.ts'
import { useExtensions } from '../form/use-extensions.ts'
import { formatLabel } from '../formats.ts'
import { labels } from '../labels.ts'
import { ExportActions } from './export-actions.tsx'
import { failureText, stateOf } from './export-state.tsx'
import { useStarted } from './started-exports.ts'

interface ExportOutcomeProps {
  deployment: string
  repositoryId: string
}

/** The result of the last export requested on this page; empty if there was none. */
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
  const isSupported = useExtensions()('getSbomExport')
  const { data: made, error } = useQuery({
    ...sbomExportOptions(deployment, taskToken),
    enabled: isSupported === true,
  })
  if (made) return <Made deployment={deployment} made={made} />
  if (isSupported === false || error) {
    return (
      <p role="status" className="text-2">
        {error ? labels.startedUnread(explain(error).title.toLowerCase()) : labels.startedUntold}
      </p>
    )
  }
  return <Running />
}

function Running({ format }: { format?: string }) {
  return (
    <p role="status" className="text-2">
      {labels.running(format)}
    </p>
  )
}

function Made({ deployment, made }: { deployment: string; made: SbomExport }) {
  const [now] = useState(() => new Date())
  const state = stateOf(made, now)
  if (state === 'running') return <Running format={formatLabel(made)} />
  if (state === 'failed') {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 wrap-anywhere text-danger">{labels.failedWhy(failureText(made))}</span>
        <ExportActions deployment={deployment} made={made} state={state} />
      </p>
    )
  }
  const of = [
    made.ref && refLabel(made.ref),
    made.commit && labels.commit(made.commit.slice(0, 7)),
    formatLabel(made),
    typeof made.components === 'number' && labels.components(made.components),
    typeof made.size === 'number' && formatBytes(made.size),
  ].filter((fact) => typeof fact === 'string')
  return (
    <div className="grid gap-1 text-2">
      <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 wrap-anywhere">{labels.done(of)}</span>
        <ExportActions deployment={deployment} made={made} state={state} />
        <Link to={paths.exports(deployment)} className="text-accent hover:underline">
          {labels.allExports}
        </Link>
      </p>
      <Completeness deployment={deployment} made={made} />
      <p className="text-3">{labels.onceHint}</p>
    </div>
  )
}

/** The minimum elements that an SBOM lacks, each with a link to where it can be fixed or viewed. */
function Completeness({ deployment, made }: { deployment: string; made: SbomExport }) {
  if (!made.completeness) return null
  const lacking = lackingOf(made)
  if (lacking.length === 0) return <p>{labels.whole}</p>
  return (
    <ul aria-label={labels.completeness} className="flex flex-wrap gap-x-4 gap-y-1">
      {lacking.map(({ element, text }) => {
        const remedy = remedyOf(deployment, made, element)
        return (
          <li key={element} className="flex gap-1.5">
            {text}
            {remedy && (
              <Link to={remedy.to} aria-label={remedy.label} className="text-accent hover:underline">
                {remedy.text}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
