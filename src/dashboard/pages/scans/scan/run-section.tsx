import type { ReactNode } from 'react'
import type { Scan } from '#contract/responses/scans.ts'
import { Panel } from '#features/panel.tsx'
import { scanKindLabel, scanProductLabel } from '#features/scan-labels.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { formatDuration } from '#lib/text/units.ts'
import { commitAddress, pullRequestAddress } from '#lib/urls/code-host.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Time } from '#ui/text/time.tsx'
import { WebLink } from '#ui/text/web-link.tsx'
import { coverageText, labels } from '../labels.ts'
import { exitText, logText, readMeta } from './meta.ts'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-3">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}

const facts = 'grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5'

/** The target and environment of a scan: all its metadata, linked to the code host and the CI job. */
export function RunSection({ scan, now }: { scan: Scan; now: Date }) {
  const meta = readMeta(scan.meta ?? {})
  return (
    <>
      <CodePanel known={meta.known} />
      <RunPanel scan={scan} meta={meta} now={now} />
    </>
  )
}

type Meta = ReturnType<typeof readMeta>

/** The scanned code. */
function CodePanel({ known }: Pick<Meta, 'known'>) {
  const pull = known.pullRequest
  return (
    <Panel title={labels.run.code}>
      <dl className={facts}>
        <Fact name={labels.run.branch}>
          {known.branch ? <bdi>{refLabel(known.branch)}</bdi> : labels.run.notProvided}
        </Fact>
        <Fact name={labels.run.commit}>
          {known.commit ? (
            <span className="inline-flex max-w-full items-center gap-1">
              <WebLink href={commitAddress(known.repositoryUrl, known.commit)}>
                <code className="text-xs">{known.commit.slice(0, 12)}</code>
              </WebLink>
              <CopyButton text={known.commit} what={labels.run.copyCommit} className="-my-0.5" />
            </span>
          ) : (
            labels.run.notProvided
          )}
          {known.commitTitle && (
            <span className="block text-2">
              <bdi>{known.commitTitle}</bdi>
            </span>
          )}
        </Fact>
        <Fact name={labels.run.author}>
          {known.author ? <bdi>{known.author}</bdi> : labels.run.notProvided}
          {known.authorEmail && <span className="block text-2">{known.authorEmail}</span>}
        </Fact>
        {pull !== undefined && (
          <Fact name={labels.run.pullRequest}>
            <WebLink href={pullRequestAddress(known.repositoryUrl, pull)}>
              {pull}
              {known.pullRequestTitle && (
                <>
                  {': '}
                  <bdi>{known.pullRequestTitle}</bdi>
                </>
              )}
            </WebLink>
            {known.pullRequestAuthor && (
              <span className="block text-2">
                {labels.run.by} <bdi>{known.pullRequestAuthor}</bdi>
              </span>
            )}
          </Fact>
        )}
        {known.repositoryUrl && (
          <Fact name={labels.run.repository}>
            <WebLink href={known.repositoryUrl}>{known.repositoryUrl}</WebLink>
          </Fact>
        )}
      </dl>
    </Panel>
  )
}

/** The scanner, its run and its job. */
function RunPanel({ scan, meta: { known, rest }, now }: { scan: Scan; meta: Meta; now: Date }) {
  const products = (scan.enabled_products ?? []).map(scanProductLabel).join(', ')
  const { summary } = scan
  const coverage = coverageText(summary?.coverage ?? null)
  return (
    <Panel title={labels.run.run}>
      <dl className={facts}>
        <Fact name={labels.run.kind}>{scanKindLabel(summary?.is_full_scan)}</Fact>
        <Fact name={labels.run.products}>{products || labels.run.notProvided}</Fact>
        {summary?.tool && (
          <Fact name={labels.run.scanner}>
            <bdi>{summary.tool}</bdi>
            {summary.category && <span className="text-2">{labels.run.category(summary.category)}</span>}
          </Fact>
        )}
        {coverage && <Fact name={labels.run.coverage}>{coverage}</Fact>}
        {scan.queued_at && (
          <Fact name={labels.run.queued}>
            <Time value={scan.queued_at} now={now} form="exact" />
          </Fact>
        )}
        <Fact name={labels.run.started}>
          {scan.started_at ? <Time value={scan.started_at} now={now} form="exact" /> : labels.run.notStarted}
        </Fact>
        <Fact name={labels.run.ended}>
          <Time value={scan.completed_at} now={now} form="exact" />
        </Fact>
        <Fact name={labels.run.took}>
          {typeof scan.stats?.total_time === 'number'
            ? formatDuration(scan.stats.total_time)
            : labels.run.notProvided}
        </Fact>
        <Fact name={labels.run.exitCode}>{exitText(scan.exit_code)}</Fact>
        <Fact name={labels.run.logs}>{logText(scan.has_logs)}</Fact>
        <Fact name={labels.run.job}>
          {known.jobUrl ? <WebLink href={known.jobUrl}>{known.jobUrl}</WebLink> : labels.run.notProvided}
        </Fact>
        {known.event && <Fact name={labels.run.event}>{known.event}</Fact>}
        {known.config && <Fact name={labels.run.config}>{known.config}</Fact>}
        {rest.map(([name, value]) => (
          <Fact key={name} name={name}>
            <code className="text-xs">{value}</code>
          </Fact>
        ))}
      </dl>
    </Panel>
  )
}
