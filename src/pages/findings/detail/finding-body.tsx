import type { PageType } from '#lib/paths.ts'
import { SecretSection } from '../secrets/secret-section.tsx'
import { AssistantSection } from './assistant-section.tsx'
import { CodeSection } from './code-section.tsx'
import { FactsSection } from './facts-section.tsx'
import { FixSection } from './fix-section.tsx'
import { HistorySection } from './history-section.tsx'
import { InstancesSection } from './instances-section.tsx'
import { MessageSection } from './message-section.tsx'
import { RawSection } from './raw-section.tsx'
import type { Shown } from './shown.ts'
import { SupplyChainSection } from './supply-chain-section.tsx'
import type { Triaging } from './use-triage.ts'
import { WorkSection } from './work-section.tsx'

interface FindingBodyProps {
  finding: Shown
  deployment: string
  type: PageType
  triaging: Triaging
  now: Date
}

/** All that is known of a finding, what is needed to decide it first. */
export function FindingBody({ finding, deployment, type, triaging, now }: FindingBodyProps) {
  const supplyChain = type === 'sca'
  return (
    <>
      {finding.issue_type === 'secrets' && <SecretSection {...{ finding, deployment, now }} />}
      {supplyChain && <SupplyChainSection finding={finding} />}
      {(type === 'sast' || finding.code || finding.data_flow) && <CodeSection finding={finding} />}
      <FixSection finding={finding} />
      <MessageSection finding={finding} />
      <AssistantSection finding={finding} />
      <FactsSection {...{ finding, deployment, now }} />
      <WorkSection
        finding={finding}
        deployment={deployment}
        type={type}
        disabledReason={triaging.disabledReason}
        now={now}
      />
      {/* Of a secret that is known by its hash all places stand above, other refs among them. */}
      {!finding.secret?.hash && <InstancesSection {...{ finding, deployment, type, now }} />}
      <HistorySection finding={finding} triaging={triaging} now={now} />
      <RawSection value={finding} />
    </>
  )
}
