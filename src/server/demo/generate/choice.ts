import type { Stack, StackName } from '../organisation/stacks.ts'
import { stacks } from '../organisation/stacks.ts'
import { Deck, type Random } from '../random.ts'
import type { Severity } from '../rules/family.ts'
import { severityShares } from './profile.ts'
import type { BookRule, FindingType } from './rule-book.ts'

/** Rules that fire everywhere; together with a few advisories they make half of all findings. */
const frequent = [
  'run-shell-injection-pull-request-title',
  'image-hardening-secret-env',
  'unpinned-action-third-party-tag',
  'excessive-workflow-rights-write-all',
  'image-hardening-missing-user',
  'download-run-curl-pipe',
  'dom-xss-react-dangerously-set-inner-html',
  'tls-verification-off-requests-verify',
  'unpinned-action-official-tag',
  'image-hardening-latest-tag',
  'untrusted-checkout-pull-request-target',
  'missing-owner-check',
  'weak-hash-md5',
  'cookie-missing-secure-express',
  'download-run-unquoted',
  'cve-2021-23337',
  'cve-2020-28500',
  'cve-2024-28849',
  'cve-2023-26159',
  'cve-2024-43796',
  'cve-2024-47764',
  'cve-2025-5889',
  'cve-2023-32681',
  'cve-2024-37891',
  'cve-2020-8908',
  'cve-2024-45338',
  'cve-2024-39689',
  'cve-2023-44487',
]

/** How often a frequent rule is taken where one fits. */
const frequentShare = 0.62

type Bucket = Record<Severity, { frequent: BookRule[]; others: BookRule[] }>

const nearest: Record<Severity, readonly Severity[]> = {
  critical: ['critical', 'high', 'medium', 'low'],
  high: ['high', 'medium', 'critical', 'low'],
  medium: ['medium', 'low', 'high', 'critical'],
  low: ['low', 'medium', 'high', 'critical'],
}

/** Draws rules for the findings of projects, by what the projects are built with. */
export class RuleChoice {
  #buckets = new Map<string, Bucket>()
  #rules: readonly BookRule[]

  constructor(rules: readonly BookRule[]) {
    this.#rules = rules
  }

  /** Draws a rule for a finding; severities come in the shares of the profile. Null where none fits the project. */
  draw(type: FindingType, stack: StackName, deck: Deck<Severity>, random: Random): BookRule | null {
    const bucket = this.#bucket(type, stack)
    for (const severity of nearest[deck.draw()]) {
      const { frequent: often, others } = bucket[severity]
      if (often.length === 0 && others.length === 0) continue
      const takeOften = often.length > 0 && (others.length === 0 || random.chance(frequentShare))
      return takeOften ? random.pick(often) : random.pickEarly(others, 4)
    }
    return null
  }

  #bucket(type: FindingType, stackName: StackName): Bucket {
    const key = `${type} ${stackName}`
    const known = this.#buckets.get(key)
    if (known) return known
    const bucket: Bucket = {
      critical: { frequent: [], others: [] },
      high: { frequent: [], others: [] },
      medium: { frequent: [], others: [] },
      low: { frequent: [], others: [] },
    }
    for (const rule of this.#rules) {
      if (rule.type !== type || !fits(rule, stacks[stackName])) continue
      const often = frequent.some((name) => rule.path.endsWith(name)) && !rule.path.startsWith('acme.')
      bucket[rule.severity][often ? 'frequent' : 'others'].push(rule)
    }
    this.#buckets.set(key, bucket)
    return bucket
  }
}

function fits(rule: BookRule, stack: Stack): boolean {
  if (rule.advisory)
    return stack.lockfiles.some((lockfile) => lockfile.ecosystem === rule.advisory?.ecosystem)
  if (!rule.code) return true
  const { framework, sink, language } = rule.code
  const has = (technology: string | undefined) =>
    technology === undefined || stack.technologies.includes(technology)
  return stack.languages.includes(language) && has(framework?.key) && has(sink.technology)
}

export function severityDeck(random: Random): Deck<Severity> {
  return new Deck(random, severityShares)
}
