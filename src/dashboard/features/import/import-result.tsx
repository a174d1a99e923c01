import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { facetsOptions } from '#api/findings/findings.ts'
import { isAppliedScan } from '#contract/applied-scan.ts'
import { findingFilter } from '#contract/parameters/findings-query.ts'
import { writeQuery } from '#contract/parameters/query.ts'
import { Link } from '#features/link.tsx'
import { productLabels } from '#features/project-findings.ts'
import { formatNumber } from '#lib/text/format.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { type PageType, paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { buttonStyles } from '#ui/button-styles.ts'
import { Icon } from '#ui/icon/icon.tsx'
import type { Imported } from './import-store.ts'
import { ImportedScans, ReportNumbers } from './imported-scans.tsx'
import { holdLabel, resultLabels, resultTarget, resultTitle } from './labels.ts'

interface ImportResultProps {
  imported: Imported
  /** The name of the deployment that received the scan, if it is not the current one. */
  elsewhere: string
  /** Whether this is on the page of the project. */
  onProject: boolean
  onMore: () => void
}

const reasonsShown = 8
const messagesShown = 5

const styles = {
  ok: { icon: 'check', colour: 'text-ok' },
  caution: { icon: 'warning', colour: 'text-caution' },
  danger: { icon: 'error', colour: 'text-danger' },
} as const

/** The result of an import: its numbers, what was skipped and why, and links. */
export function ImportResult({ imported, elsewhere, onProject, onMore }: ImportResultProps) {
  const { scan, deployment, files } = imported
  const { report, hold, status, failure, repeated, scans } = scan
  const top = useRef<HTMLDivElement>(null)
  // The button that had the focus has been removed.
  useEffect(() => top.current?.focus(), [])
  const project = textOf(scan.meta?.['repository'])
  const ref = textOf(scan.meta?.['branch'])
  const isApplied = isAppliedScan(status, report)
  const style = styles[hold ? 'caution' : failure ? 'danger' : 'ok']
  return (
    <div
      ref={top}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded border border-line bg-surface-1 p-4 outline-none"
    >
      <div>
        <h3 className="flex items-center gap-2 text-lg font-semibold">
          <Icon name={style.icon} className={style.colour} />
          {resultTitle(scan)}
        </h3>
        <p className="wrap-anywhere text-2">
          <bdi>{resultTarget({ deployment: elsewhere, project, branch: refLabel(ref), files })}</bdi>
        </p>
      </div>
      {repeated && <p>{resultLabels.repeated(files)}</p>}
      {hold && <p>{holdLabel(hold)}</p>}
      {failure && <p className="wrap-anywhere">{resultLabels.failed(failure, isApplied)}</p>}
      {isApplied && !repeated && scans.length === 1 && (
        <ReportNumbers {...{ deployment, project, report }} scanId={scan.id} />
      )}
      {scans.length > 1 && <ImportedScans {...{ deployment, scans, repeated }} />}
      {report.uncertain > 0 && <p className="text-caution">{resultLabels.uncertain(report.uncertain)}</p>}
      <Skipped reasons={report.left_out} />
      <Messages scan={scan} />
      {isApplied && <OpenFindings deployment={deployment} project={project} reference={ref} />}
      <div className="flex flex-wrap gap-2">
        {(scans.length === 1 || hold) && (
          <Link
            to={settingsPaths.scan(deployment, scan.id)}
            className={buttonStyles(hold ? 'primary' : 'default')}
          >
            {hold ? resultLabels.review : resultLabels.scan}
          </Link>
        )}
        {!onProject && (
          <Link to={settingsPaths.project(deployment, project)} className={buttonStyles()}>
            {resultLabels.project}
          </Link>
        )}
        <Button variant="quiet" icon="plus" onClick={onMore}>
          {resultLabels.more}
        </Button>
      </div>
    </div>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The parts of the files that were not imported, with the reasons. */
function Skipped({ reasons }: { reasons: readonly { reason: string; count: number }[] }) {
  if (reasons.length === 0) return null
  const total = reasons.reduce((sum, { count }) => sum + count, 0)
  const more = reasons.length - reasonsShown
  return (
    <div>
      <p className="font-medium">{resultLabels.skipped(total)}</p>
      <ul className="list-disc pl-5 text-2">
        {reasons.slice(0, reasonsShown).map(({ reason, count }) => (
          <li key={reason} className="wrap-anywhere">
            {formatNumber(count)}: {reason}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-3">{resultLabels.moreSkipped(more)}</p>}
    </div>
  )
}

/** Errors reported by the scanner itself. */
function Messages({ scan: { errors } }: Pick<Imported, 'scan'>) {
  if (errors.length === 0) return null
  return (
    <div>
      <p className="font-medium">{resultLabels.messages(errors.length)}</p>
      <ul className="list-disc pl-5 text-2">
        {errors.slice(0, messagesShown).map(({ message, path, line }, at) => (
          <li key={at}>
            <span title={message} className="line-clamp-2 wrap-anywhere">
              {path === null ? '' : `${path}${line === null ? '' : `:${line}`}: `}
              {message}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface OpenFindingsProps {
  deployment: string
  project: string
  reference: string
}

/** The number of open findings of each type in the target of the scan, each linked to its list. */
function OpenFindings(target: OpenFindingsProps) {
  return (
    <div>
      <p className="pb-1 font-medium">{resultLabels.open}</p>
      <ul className="flex flex-wrap gap-2">
        {productLabels.map(([type, word]) => (
          <OpenOfType key={type} {...target} type={type} word={word} />
        ))}
      </ul>
    </div>
  )
}

function OpenOfType({
  deployment,
  project,
  reference,
  type,
  word,
}: OpenFindingsProps & { type: PageType; word: string }) {
  const filter = { status: ['open' as const], repos: [project], ref: reference }
  const { data } = useQuery(facetsOptions(deployment, { issue_type: type, facet: 'severities', ...filter }))
  const total = data?.total
  return (
    <li>
      <Link
        to={paths.findings(deployment, type, writeQuery(findingFilter, filter))}
        className={buttonStyles(total ? 'primary' : 'default')}
      >
        {word}
        <span className="min-w-4 tabular-nums">{total === undefined ? '' : formatNumber(total)}</span>
      </Link>
    </li>
  )
}
