import { confidences, severities, toCode } from '#server/db/codes.ts'
import type { Advisory } from '../advisories/advisory.ts'
import type { SecretKind } from '../organisation/secret-kinds.ts'
import { policies } from '../organisation/texts.ts'
import type { Random } from '../random.ts'
import type { CodeRule } from '../rules/code-rules.ts'
import type { Confidence, Severity } from '../rules/family.ts'
import { day } from './profile.ts'
import type { DemoRow, Ids } from './rows.ts'

/** The tool that the made-up organisation scans with. */
export const demoTool = 'Semgrep'

export type FindingType = 'sast' | 'sca' | 'secrets'

export interface BookRule {
  id: number
  path: string
  type: FindingType
  severity: Severity
  confidence: Confidence | null
  title: string
  message: string
  categorySetId: number | null
  /** Policies that hold the rule; the first is the default one of its product. Empty where none does. */
  policyIds: number[]
  code?: CodeRule
  advisory?: Advisory
  secret?: SecretKind
}

/** Options of a rule book. */
export interface BookOptions {
  deploymentId: number
  count: number
  seed: number
  today: number
  ids: Ids
}

/** What a rule says of itself beside what findings need. */
interface RuleFacts {
  category: string | null
  cwe: string[]
  owasp: string[]
  kind: string[]
  classes: string[]
  languages: string[]
  technologies: string[]
  custom?: boolean
}

/** Writes rules, each list of categories once. */
export class RuleWriter {
  /** Those that were written. */
  readonly rules: BookRule[] = []
  readonly #categorySets = new Map<string, number>()
  readonly #deploymentId: number
  readonly #today: number
  readonly #ids: Ids
  readonly #random: Random

  constructor({ deploymentId, today, ids }: BookOptions, random: Random) {
    this.#deploymentId = deploymentId
    this.#today = today
    this.#ids = ids
    this.#random = random
  }

  *write(rule: Omit<BookRule, 'id' | 'categorySetId' | 'policyIds'>, facts: RuleFacts): Generator<DemoRow> {
    const categories =
      facts.category === null
        ? null
        : JSON.stringify([facts.category, ...(facts.kind.includes('secure default') ? ['hardening'] : [])])
    if (categories !== null && !this.#categorySets.has(categories)) {
      const id = this.#ids.next('category_set')
      this.#categorySets.set(categories, id)
      yield {
        table: 'category_set',
        row: { id, deployment_id: this.#deploymentId, categories_json: categories },
      }
    }
    const id = this.#ids.next('rule')
    const source =
      facts.custom || this.#random.chance(0.06)
        ? 'SOURCE_CUSTOM'
        : this.#random.chance(0.3)
          ? 'SOURCE_PRO'
          : 'SOURCE_COMMUNITY'
    const rulesets = this.#random.sample(policies.rulesets, this.#random.integer(0, 3))
    yield {
      table: 'rule',
      row: {
        id,
        deployment_id: this.#deploymentId,
        path: rule.path,
        tool: demoTool,
        tool_rule: rule.path,
        title: this.#random.chance(0.02) ? null : rule.title,
        message: rule.message,
        category: facts.category,
        severity: toCode(severities, rule.severity),
        confidence: rule.confidence === null ? null : toCode(confidences, rule.confidence),
        source,
        url: source === 'SOURCE_CUSTOM' ? null : `https://rules.acme.example/${rule.path}`,
        registry_maintainer:
          source === 'SOURCE_CUSTOM'
            ? 'Acme security'
            : source === 'SOURCE_PRO'
              ? 'Gatehouse rules'
              : this.#random.chance(0.7)
                ? 'community'
                : null,
        secret_type: rule.secret?.type ?? null,
        has_validators: rule.secret?.hasValidator ? 1 : 0,
        cwe_json: JSON.stringify(facts.cwe),
        owasp_json: JSON.stringify(facts.owasp),
        subcategories_json: JSON.stringify(facts.kind),
        vulnerability_classes_json: JSON.stringify(facts.classes),
        languages_json: JSON.stringify(facts.languages),
        technologies_json: JSON.stringify(facts.technologies),
        rulesets_json: JSON.stringify(rulesets.sort()),
        created_at: this.#today - this.#random.integer(95, 700) * day,
      },
    }
    this.rules.push({
      ...rule,
      id,
      categorySetId: categories === null ? null : (this.#categorySets.get(categories) ?? null),
      policyIds: [],
    })
  }
}
