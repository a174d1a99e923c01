import { Suspense } from 'react'
import type { PageType } from '#lib/urls/paths.ts'
import { lazy } from '#ui/lazy.tsx'
import { SecretLocations, SecretSection } from '../secrets/secret-section.tsx'
import { CodeSection } from './code/code-section.tsx'
import type { DetailFinding } from './detail-finding.ts'
import { HistorySection } from './history/history-section.tsx'
import { sections } from './labels.ts'
import { Section } from './section.tsx'
import { AnalysisSection } from './sections/analysis-section.tsx'
import { FactsSection } from './sections/facts-section.tsx'
import { InstancesSection } from './sections/instances-section.tsx'
import { MessageSection } from './sections/message-section.tsx'
import { RawSection } from './sections/raw-section.tsx'
import { RemediationSection } from './sections/remediation-section.tsx'
import { SupplyChainSection } from './sections/supply-chain-section.tsx'
import { TriageSection } from './triage/triage-section.tsx'
import type { Triaging } from './triage/use-triage.ts'

const CommentThread = lazy(() =>
  import('./comments/comment-thread.tsx').then((module) => module.CommentThread),
)

interface FindingBodyProps {
  finding: DetailFinding
  deployment: string
  type: PageType
  triaging: Triaging
  now: Date
}

/**
 * The details of a finding: explanation, code and fix, then facts and history, which move to the right if the container
 * is wide enough.
 */
export function FindingBody({ finding, deployment, type, triaging, now }: FindingBodyProps) {
  const isSecret = finding.issue_type === 'secrets'
  return (
    <div className="grid-cols-[minmax(0,1fr)_20rem] grid-rows-[auto_1fr] gap-x-10 @min-[1200px]:grid">
      <div className="min-w-0 border-b border-line">
        <MessageSection finding={finding} />
        {isSecret && <SecretSection {...{ finding, now }} />}
        {type === 'sca' && <SupplyChainSection finding={finding} />}
        <AnalysisSection finding={finding} />
        {(type === 'sast' || finding.code || finding.data_flow) && <CodeSection finding={finding} />}
        <RemediationSection finding={finding} />
        {/* For a secret identified by its hash these are all its locations, including other branches. */}
        {isSecret && finding.secret?.hash && (
          <SecretLocations hash={finding.secret.hash} {...{ finding, deployment }} />
        )}
      </div>
      <div className="min-w-0 border-b border-line @min-[1200px]:row-span-2 @min-[1200px]:border-b-0">
        <FactsSection {...{ finding, deployment, now }} />
        <TriageSection finding={finding} deployment={deployment} type={type} triaging={triaging} now={now} />
        {!finding.secret?.hash && <InstancesSection {...{ finding, deployment, type, now }} />}
        <Suspense fallback={<Section title={sections.comments}>{null}</Section>}>
          <CommentThread {...{ finding, deployment, triaging, now }} />
        </Suspense>
        <HistorySection {...{ finding, deployment, triaging, now }} />
      </div>
      <div className="min-w-0">
        <RawSection value={finding} />
      </div>
    </div>
  )
}
