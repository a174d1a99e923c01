import { getOrCreate } from '#lib/get-or-create.ts'
import type { Reader } from '#server/db/database.ts'
import { EffectiveModes, type ModeFacts } from '#server/records/policies/effective-modes.ts'

/** The level of a rule in a project before and after a change; see `EffectiveModes`. */
export interface Effect {
  before: number
  after: number
}

/** What a change of policies, or of tags, does to the effective modes. */
export class ModeEffects {
  readonly #before: EffectiveModes
  readonly #after: EffectiveModes
  /** Projects to which the same policies apply, before as well as after. */
  readonly #alike: readonly (readonly [number, ...number[]])[]
  /** The rules that some policy contains. */
  readonly #rules: readonly number[]

  /** @param projects the ids of all projects. */
  constructor(before: ModeFacts, after: ModeFacts, projects: readonly number[]) {
    this.#before = new EffectiveModes(before)
    this.#after = new EffectiveModes(after)
    const groups = new Map<string, [number, ...number[]]>()
    for (const project of projects) {
      const key = `${this.#before.namingPolicies(project)} ${this.#after.namingPolicies(project)}`
      const group = groups.get(key)
      if (group) group.push(project)
      else groups.set(key, [project])
    }
    this.#alike = [...groups.values()]
    this.#rules = [...new Set([...before.memberships, ...after.memberships].map(({ rule_id: rule }) => rule))]
  }

  effectOf(project: number, rule: number): Effect {
    return { before: this.#before.levelOf(project, rule), after: this.#after.levelOf(project, rule) }
  }

  /** The rules whose effective mode changes in some project. */
  changedRules(): number[] {
    return this.#rules.filter((rule) => this.#alike.some(([project]) => this.#isChanged(project, rule)))
  }

  /** The rules whose effective mode becomes less strict in some project. */
  relaxedRules(): Set<number> {
    return new Set(
      this.#rules.filter((rule) => this.#alike.some(([project]) => this.isRelaxed(project, rule))),
    )
  }

  isRelaxed(project: number, rule: number): boolean {
    return this.#after.levelOf(project, rule) < this.#before.levelOf(project, rule)
  }

  /** The projects in which the effective mode of some rule changes. */
  changedProjects(): number[] {
    return this.#alike
      .filter(([project]) => this.#rules.some((rule) => this.#isChanged(project, rule)))
      .flat()
  }

  /** The policies that decide a rule in a project where its effective mode changes, before or after. */
  decidingPolicies(): { id: number; name: string }[] {
    const policies = new Map<number, { id: number; name: string }>()
    for (const [project] of this.#alike) {
      for (const rule of this.#rules) {
        if (!this.#isChanged(project, rule)) continue
        for (const modes of [this.#before, this.#after]) {
          const policy = modes.policyOf(project, rule)
          if (policy) getOrCreate(policies, policy.id, () => ({ id: policy.id, name: policy.name }))
        }
      }
    }
    return [...policies.values()]
  }

  #isChanged(project: number, rule: number): boolean {
    return this.#before.levelOf(project, rule) !== this.#after.levelOf(project, rule)
  }
}

/** The ids of all projects of a deployment. */
export async function readProjectIds(reader: Reader, deploymentId: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('project')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The facts with other modes of rules in a policy.
 * @param modes stored modes by rule; null for a rule that the policy does not contain afterwards.
 */
export function withModes(
  facts: ModeFacts,
  policyId: number,
  modes: ReadonlyMap<number, number | null>,
): ModeFacts {
  const others = facts.memberships.filter(
    ({ policy_id: policy, rule_id: rule }) => policy !== policyId || !modes.has(rule),
  )
  const own = [...modes].flatMap(([rule, mode]) =>
    mode === null ? [] : [{ policy_id: policyId, rule_id: rule, mode }],
  )
  return { ...facts, memberships: [...others, ...own] }
}
