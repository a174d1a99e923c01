import { formatPercent, plural } from '#lib/format.ts'
import { refsWords } from '#lib/ref-words.ts'
import { validationWord } from '../secrets/validation.tsx'
import { otherInstances } from './instances-section.tsx'
import type { Shown } from './shown.ts'
import { modeWords, reachabilityWords, verdictWords } from './words.ts'

function alsoOn(finding: Shown): string | undefined {
  const others = otherInstances(finding).map(({ ref }) => ref)
  const words = refsWords(others)
  if (words) return `also on ${words}`
  const count = finding.marks?.other_refs ?? 0
  return count > 0 ? `also on ${plural(count, 'other ref')}` : undefined
}

function upgrade({ fix_recommendations: fixes }: Shown): string | undefined {
  const version = fixes?.find((fix) => fix.version)?.version
  return version ? `upgrade to ${version}` : undefined
}

/** What matters for a decision, in one line: the verdict, what the policy does with it, where else it stands. */
export function summaryOf(finding: Shown): string {
  const verdict = finding.assistant?.autotriage?.verdict
  const epss = finding.epss_score?.score
  const mode = modeWords(finding.policy_mode)
  const supplyChain = finding.issue_type === 'sca'
  const words = [
    finding.secret && validationWord(finding.secret.validation_state).toLowerCase(),
    verdict && `assistant: ${verdictWords(verdict)}`,
    supplyChain && finding.is_malicious && 'malicious package',
    supplyChain && reachabilityWords(finding.reachability).toLowerCase(),
    supplyChain && upgrade(finding),
    supplyChain && (typeof epss === 'number' ? `EPSS ${formatPercent(epss)}` : 'EPSS not scored'),
    mode?.effect && `rule ${mode.effect}`,
    alsoOn(finding),
  ]
    .filter(Boolean)
    .join(' · ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
