import type { Stack } from '../organisation/stacks.ts'
import { Deck, type Random } from '../random.ts'
import type { Severity } from '../rules/family.ts'
import { deliveryPaths, frequentAdvisories, frequentPaths } from './frequent.ts'
import { severityShares } from './profile.ts'
import type { BookRule, FindingType } from './rule-writer.ts'

/** How often a frequent rule is taken where one fits, and how often it is then one for delivery files. */
const frequentShare = 0.7
const deliveryShare = 0.45

type Bucket = Record<Severity, { delivery: BookRule[]; frequent: BookRule[]; others: BookRule[] }>

const nearest: Record<Severity, readonly Severity[]> = {
  critical: ['critical', 'high', 'medium', 'low'],
  high: ['high', 'medium', 'critical', 'low'],
  medium: ['medium', 'low', 'high', 'critical'],
  low: ['low', 'medium', 'high', 'critical'],
}

/** Critical findings about dependencies are malicious packages more often than not. */
function shareOf(type: FindingType, severity: Severity): number {
  return type === 'sca' && severity === 'critical' ? 0.85 : frequentShare
}

/** Draws rules for the findings of projects, by what the projects are built with. */
export class RuleChoice {
  #buckets = new Map<string, Bucket>()
  #rules: readonly BookRule[]

  constructor(rules: readonly BookRule[]) {
    this.#rules = rules
  }

  /** Draws a rule for a finding; severities come in the shares of the profile. Null where none fits the project. */
  draw(type: FindingType, stack: Stack, deck: Deck<Severity>, random: Random): BookRule | null {
    const bucket = this.#bucket(type, stack)
    for (const severity of nearest[deck.draw()]) {
      const { delivery, frequent, others } = bucket[severity]
      const often =
        frequent.length === 0 || (delivery.length > 0 && random.chance(deliveryShare)) ? delivery : frequent
      if (often.length === 0 && others.length === 0) continue
      const takeOften = often.length > 0 && (others.length === 0 || random.chance(shareOf(type, severity)))
      return takeOften ? random.pick(often) : random.pick(others)
    }
    return null
  }

  #bucket(type: FindingType, stack: Stack): Bucket {
    const key = `${type} ${stack.name}`
    const known = this.#buckets.get(key)
    if (known) return known
    const bucket: Bucket = {
      critical: { delivery: [], frequent: [], others: [] },
      high: { delivery: [], frequent: [], others: [] },
      medium: { delivery: [], frequent: [], others: [] },
      low: { delivery: [], frequent: [], others: [] },
    }
    for (const rule of this.#rules) {
      if (rule.type !== type || !fits(rule, stack)) continue
      bucket[rule.severity][shelf(rule)].push(rule)
    }
    this.#buckets.set(key, bucket)
    return bucket
  }
}

function shelf({ path, advisory }: BookRule): keyof Bucket[Severity] {
  if (deliveryPaths.has(path)) return 'delivery'
  const often = advisory
    ? advisory.malicious === true || frequentAdvisories.has(advisory.id)
    : frequentPaths.has(path)
  return often ? 'frequent' : 'others'
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

/** Severities by their shares. */
export function severityDeck(random: Random): Deck<Severity> {
  return new Deck(random, severityShares)
}
