import type { ReactNode } from 'react'
import type { Scan } from '#contract/answers/scans.ts'
import { commitAddress, pullRequestAddress } from '#lib/code-host.ts'
import { refWords } from '#lib/ref-words.ts'
import { formatDuration } from '#lib/units.ts'
import { Panel } from '#parts/panel.tsx'
import { scanKindWord, scanProductWord } from '#parts/scan-labels.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Time } from '#ui/time.tsx'
import { WebLink } from '#ui/web-link.tsx'
import { exitWords, logWords, readMeta } from './meta.ts'
import { coverageWords } from './scan-labels.ts'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-3">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}

const facts = 'grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5'

/** Where a scan ran and on what: everything that it says of itself, linked to the code host and the CI job. */
export function RunSection({ scan, now }: { scan: Scan; now: Date }) {
  const { known, rest } = readMeta(scan.meta ?? {})
  const products = (scan.enabled_products ?? []).map(scanProductWord).join(', ')
  const { summary } = scan
  const pull = known.pullRequest
  const coverage = coverageWords(summary?.coverage ?? null)
  return (
    <>
      <Panel title="The code">
        <dl className={facts}>
          <Fact name="Branch">{known.branch ? <bdi>{refWords(known.branch)}</bdi> : 'Not said'}</Fact>
          <Fact name="Commit">
            {known.commit ? (
              <span className="inline-flex max-w-full items-center gap-1">
                <WebLink href={commitAddress(known.repositoryUrl, known.commit)}>
                  <code className="text-xs">{known.commit.slice(0, 12)}</code>
                </WebLink>
                <CopyButton text={known.commit} what="commit" className="-my-0.5" />
              </span>
            ) : (
              'Not said'
            )}
            {known.commitTitle && (
              <span className="block text-2">
                <bdi>{known.commitTitle}</bdi>
              </span>
            )}
          </Fact>
          <Fact name="Author">
            {known.author ? <bdi>{known.author}</bdi> : 'Not said'}
            {known.authorEmail && <span className="block text-2">{known.authorEmail}</span>}
          </Fact>
          {pull !== undefined && (
            <Fact name="Pull request">
              <WebLink href={pullRequestAddress(known.repositoryUrl, pull)}>
                {pull}
                {known.pullRequestTitle && (
                  <>
                    {': '}
                    <bdi>{known.pullRequestTitle}</bdi>
                  </>
                )}
              </WebLink>
              {known.pullRequestAuthor && <span className="block text-2">by {known.pullRequestAuthor}</span>}
            </Fact>
          )}
          {known.repositoryUrl && (
            <Fact name="Repository">
              <WebLink href={known.repositoryUrl}>{known.repositoryUrl}</WebLink>
            </Fact>
          )}
        </dl>
      </Panel>
      <Panel title="The run">
        <dl className={facts}>
          <Fact name="Kind">{scanKindWord(summary?.is_full_scan)}</Fact>
          <Fact name="Products">{products || 'Not said'}</Fact>
          {summary?.tool && (
            <Fact name="Scanner">
              <bdi>{summary.tool}</bdi>
              {summary.category && <span className="text-2">, category {summary.category}</span>}
            </Fact>
          )}
          {coverage && <Fact name="Coverage">{coverage}</Fact>}
          <Fact name="Started">
            <Time value={scan.started_at} now={now} form="exact" />
          </Fact>
          <Fact name="Ended">
            <Time value={scan.completed_at} now={now} form="exact" />
          </Fact>
          <Fact name="Took">
            {typeof scan.stats?.total_time === 'number' ? formatDuration(scan.stats.total_time) : 'Not said'}
          </Fact>
          <Fact name="Exit code">{exitWords(scan.exit_code)}</Fact>
          <Fact name="Logs">{logWords(scan.has_logs)}</Fact>
          <Fact name="CI job">
            {known.jobUrl ? <WebLink href={known.jobUrl}>{known.jobUrl}</WebLink> : 'Not said'}
          </Fact>
          {known.event && <Fact name="Event">{known.event}</Fact>}
          {known.config && <Fact name="Configuration">{known.config}</Fact>}
          {rest.map(([name, value]) => (
            <Fact key={name} name={name}>
              <code className="text-xs">{value}</code>
            </Fact>
          ))}
        </dl>
      </Panel>
    </>
  )
}
