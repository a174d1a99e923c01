import type { ReactNode } from 'react'
import type { SbomExport } from '#contract/answers/sbom.ts'
import { formatNumber, plural } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { refWords } from '#lib/ref-words.ts'
import { formatBytes } from '#lib/units.ts'
import { Link } from '#parts/link.tsx'
import { ExportActions } from '#parts/sbom/export-actions.tsx'
import { failureWords } from '#parts/sbom/export-state.tsx'
import { formatWords, typeWords } from '#parts/sbom/formats.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Time } from '#ui/time.tsx'
import { type ExportRow, ExportScan } from './columns.tsx'
import { elementWords, missingOf } from './completeness.ts'

/** All that is known of an export: its file, what it describes, and how complete it is. */
export function ExportDetail({ row }: { row: ExportRow }) {
  const { made, state, deployment, now } = row
  return (
    <div className="grid gap-3 py-1 text-base">
      {state === 'failed' && (
        <p role="alert" className="wrap-anywhere text-danger">
          It could not be made: {failureWords(made)}
        </p>
      )}
      {state === 'expired' && (
        <p className="text-2">
          The file went <Time value={made.expiresAt} now={now} />; this record stays. The same file can be
          made again from the same scan.
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
    made.componentType && typeWords(made.componentType),
    made.componentVersion && `version ${made.componentVersion}`,
    made.supplierName && `supplied by ${made.supplierName}`,
  ].filter(Boolean)
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 gap-y-1">
      {fileName && (
        <Fact word="File">
          <code className="text-xs">{fileName}</code>
          {typeof size === 'number' && <>, {formatBytes(size)}</>}
        </Fact>
      )}
      {sha256 && (
        <Fact word="SHA-256">
          <code className="text-xs">{sha256}</code>
          <CopyButton text={sha256} what="SHA-256" className="align-middle" />
        </Fact>
      )}
      {typeof components === 'number' && <Fact word="Components">{formatNumber(components)}</Fact>}
      <Fact word="Format">
        {formatWords(made)}, known vulnerabilities {made.includeVulnerabilities ? 'included' : 'left out'}
      </Fact>
      {about.length > 0 && <Fact word="Described as">{about.join(', ')}</Fact>}
      {made.ref && (
        <Fact word="Branch">
          {refWords(made.ref)}
          {commit && (
            <>
              , commit <code className="text-xs">{commit}</code>
              <CopyButton text={commit} what="commit" className="align-middle" />
            </>
          )}
        </Fact>
      )}
      <Fact word="Scan">
        <ExportScan row={row} />
      </Fact>
      <Fact word="Asked for">
        <Time value={made.createdAt} now={now} form="exact" /> by <bdi>{made.createdBy ?? 'somebody'}</bdi>
      </Fact>
      {state === 'ready' && made.expiresAt && (
        <Fact word="Kept until">
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
      <h2 className="font-semibold">NTIA minimum elements</h2>
      <dl className="mt-1 grid max-w-140 grid-cols-[minmax(0,1fr)_auto_auto] gap-x-4 gap-y-1 tabular-nums">
        {(made.completeness ?? []).map(({ element, have, of }) => (
          <div key={element} className="col-span-3 grid grid-cols-subgrid">
            <dt className="text-2">{elementWords(element)}</dt>
            <dd className="text-right">
              {formatNumber(have)} of {formatNumber(of)}
            </dd>
            <dd className="text-right">
              <Lacking deployment={deployment} made={made} element={element} count={of - have} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-3">
        The lists show the primary branches as they were scanned last, each lockfile by itself.
      </p>
    </div>
  )
}

interface LackingProps {
  deployment: string
  made: SbomExport
  element: string
  count: number
}

/** How many lack an element, and the list of them. */
function Lacking({ deployment, made: { repositoryId }, element, count }: LackingProps) {
  if (count <= 0) return <span className="text-ok">All</span>
  const words = `${formatNumber(count)} ${count === 1 ? 'lacks' : 'lack'} it`
  const missing = missingOf(element)
  if (!missing) return words
  const search = { ...(repositoryId ? { repositoryId } : {}), missing }
  return (
    <Link
      to={paths.dependencies(deployment, search)}
      aria-label={`${plural(count, 'component')} without: ${elementWords(element)}`}
      className="text-accent hover:underline"
    >
      {words}
    </Link>
  )
}
