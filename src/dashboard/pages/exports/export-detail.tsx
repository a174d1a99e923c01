import type { ReactNode } from 'react'
import type { SbomExport } from '#contract/responses/sbom.ts'
import { Link } from '#features/link.tsx'
import { elementLabel, remedyOf } from '#features/sbom/completeness.ts'
import { ExportActions } from '#features/sbom/exports/export-actions.tsx'
import { failureText } from '#features/sbom/exports/export-state.tsx'
import { formatLabel, typeLabel } from '#features/sbom/formats.ts'
import { labels as sbomLabels } from '#features/sbom/labels.ts'
import { formatNumber } from '#lib/text/format.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { formatBytes } from '#lib/text/units.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Time } from '#ui/text/time.tsx'
import { type ExportRow, ExportScan } from './columns.tsx'
import { labels } from './labels.ts'

/** The details of an export: its file, its scan, and its completeness. */
export function ExportDetail({ row }: { row: ExportRow }) {
  const { made, state, deployment, now } = row
  return (
    <div className="grid gap-3 py-1 text-base">
      {state === 'failed' && (
        <p role="alert" className="wrap-anywhere text-danger">
          {labels.detail.failed(failureText(made))}
        </p>
      )}
      {state === 'expired' && (
        <p className="text-2">
          {labels.detail.expired} <Time value={made.expiresAt} now={now} />. {labels.detail.expiredNote}
        </p>
      )}
      {state === 'missing' && (
        <p className="text-2">
          {labels.detail.fileMissing} {made.repeatable === true && labels.detail.expiredNote}
        </p>
      )}
      <div className="grid gap-x-8 gap-y-4 min-[1200px]:grid-cols-2">
        <Facts row={row} />
        {made.completeness && <Elements deployment={deployment} made={made} />}
      </div>
      <p className="flex flex-wrap gap-2 empty:hidden">
        <ExportActions deployment={deployment} made={made} state={state} always />
      </p>
    </div>
  )
}

function Facts({ row }: { row: ExportRow }) {
  const { made, state, now } = row
  const { sha256, commit, size, components, fileName } = made
  const about = [
    made.componentType && typeLabel(made.componentType),
    made.componentVersion && labels.detail.version(made.componentVersion),
    made.supplierName && labels.detail.supplier(made.supplierName),
  ].filter(Boolean)
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 gap-y-1">
      {fileName && (
        <Fact word={labels.detail.file}>
          <code className="text-xs">{fileName}</code>
          {typeof size === 'number' && <>, {formatBytes(size)}</>}
        </Fact>
      )}
      {sha256 && (
        <Fact word={labels.detail.sha256}>
          <code className="text-xs">{sha256}</code>
          <CopyButton text={sha256} what={labels.detail.sha256} className="align-middle" />
        </Fact>
      )}
      {typeof components === 'number' && (
        <Fact word={labels.detail.components}>
          {formatNumber(components)} <span className="text-3">{sbomLabels.onceHint}</span>
        </Fact>
      )}
      <Fact word={labels.detail.format}>
        {formatLabel(made)}, {labels.detail.vulnerabilities(made.includeVulnerabilities === true)}
      </Fact>
      {about.length > 0 && <Fact word={labels.detail.described}>{about.join(', ')}</Fact>}
      {made.ref && (
        <Fact word={labels.detail.branch}>
          {refLabel(made.ref)}
          {commit && (
            <>
              , {labels.detail.commit} <code className="text-xs">{commit}</code>
              <CopyButton text={commit} what={labels.detail.commit} className="align-middle" />
            </>
          )}
        </Fact>
      )}
      <Fact word={labels.detail.scan}>
        <ExportScan row={row} />
      </Fact>
      <Fact word={labels.detail.requested}>
        <Time value={made.createdAt} now={now} form="exact" /> {labels.detail.by}{' '}
        <bdi>{made.createdBy ?? labels.detail.unknownPerson}</bdi>
      </Fact>
      {state === 'ready' && made.expiresAt && (
        <Fact word={labels.detail.keptUntil}>
          <Time value={made.expiresAt} now={now} form="exact" />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ word, children }: { word: string; children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid items-baseline">
      <dt className="text-2">{word}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

function Elements({ deployment, made }: { deployment: string; made: SbomExport }) {
  return (
    <div>
      <h2 className="font-semibold">{labels.detail.elements}</h2>
      <dl className="mt-1 grid max-w-140 grid-cols-[minmax(0,1fr)_auto_auto] gap-x-4 gap-y-1 tabular-nums">
        {(made.completeness ?? []).map(({ element, have, of }) => (
          <div key={element} className="col-span-3 grid grid-cols-subgrid">
            <dt className="text-2">{elementLabel(element)}</dt>
            <dd className="text-right">{labels.detail.of(have, of)}</dd>
            <dd className="text-right">
              <Lacking deployment={deployment} made={made} element={element} count={of - have} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-3">{labels.detail.note}</p>
    </div>
  )
}

interface LackingProps {
  deployment: string
  made: SbomExport
  element: string
  count: number
}

/** The number of components that lack an element, and where to fix or view them. */
function Lacking({ deployment, made, element, count }: LackingProps) {
  if (count <= 0) return <span className="text-ok">{labels.detail.allHave}</span>
  const words = labels.detail.missing(count)
  const remedy = remedyOf(deployment, made, element)
  if (!remedy) return words
  const own = element === 'supplier'
  return (
    <Link
      to={remedy.to}
      aria-label={own ? remedy.label : labels.detail.without(count, elementLabel(element))}
      className="text-accent hover:underline"
    >
      {own ? remedy.text : words}
    </Link>
  )
}
