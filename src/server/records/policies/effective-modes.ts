import { policyModes, policyScopes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'

type Mode = (typeof policyModes)[number]

/** The modes from least to most strict: no action, recorded only, comment, block. */
export const modesByStrictness = ['MODE_DISABLED', 'MODE_MONITOR', 'MODE_COMMENT', 'MODE_BLOCK'] as const

/** The level of a stored mode: its place among the modes by strictness, from 1; 0 is for rules in no policy. */
const levels = policyModes.map((mode) => modesByStrictness.indexOf(mode) + 1)
/** The level of a mode; see `levels`. */
export const levelOfMode = (mode: Mode): number => levels[toCode(policyModes, mode)] ?? 0
export const levelCount = modesByStrictness.length + 1
export const disabledLevel = levelOfMode('MODE_DISABLED')
export const commentingLevel = levelOfMode('MODE_COMMENT')
export const blockingLevel = levelOfMode('MODE_BLOCK')

/** The mode of a level; null for a rule that no policy contains. */
export const modeOfLevel = (level: number): Mode | null => modesByStrictness[level - 1] ?? null

/** A policy as far as it decides modes. */
export interface DecidingPolicy {
  id: number
  name: string
  slug: string
  isDefault: boolean
  /** Whether it applies to all projects; otherwise to those that it names, and to those with one of its tags. */
  isForAll: boolean
  projects: ReadonlySet<number>
  tags: ReadonlySet<string>
}

/** The stored mode of a rule in a policy. */
interface Membership {
  policy_id: number
  rule_id: number
  mode: number
}

/** What the effective modes follow from. */
export interface ModeFacts {
  policies: readonly DecidingPolicy[]
  memberships: readonly Membership[]
  /** The tags of projects, by id; a project without tags may be missing. */
  tags: ReadonlyMap<number, readonly string[]>
}

/** The levels of a policy's rules, by rule id. */
interface PolicyLevels {
  policy: DecidingPolicy
  levels: Uint8Array
  /** The projects that it names or has a tag of; null if it is for all. */
  projects: ReadonlySet<number> | null
}

/**
 * The effective mode of each rule in each project. Policies that name the project or one of its tags decide over those for
 * all projects, and among several of the same kind the strictest; a rule that they lack falls to those for all.
 * Asking costs a look into an array for each policy that names the project, and one for all others together.
 * Source: docs/api.md#effective-modes.
 */
export class EffectiveModes {
  readonly facts: ModeFacts
  readonly #policies: readonly PolicyLevels[]
  readonly #forAll: readonly PolicyLevels[]
  /** The strictest level of the policies for all projects, by rule id. */
  readonly #common: Uint8Array
  /** By project id, the policies that name it or one of its tags. */
  readonly #named: readonly (readonly PolicyLevels[] | undefined)[]

  constructor(facts: ModeFacts) {
    this.facts = facts
    this.#policies = levelsByPolicy(facts)
    this.#forAll = this.#policies.filter(({ projects }) => projects === null)
    this.#common = strictestLevels(this.#forAll)
    this.#named = namedPolicies(this.#policies)
  }

  /** The level of a rule in a project; 0 if no policy that applies contains the rule. */
  levelOf(project: number, rule: number): number {
    let level = 0
    const named = this.#named[project]
    if (named !== undefined) for (const { levels } of named) level = Math.max(level, levels[rule] ?? 0)
    return level > 0 ? level : (this.#common[rule] ?? 0)
  }

  /** Equal for projects that the same policies name, by themselves or by a tag. */
  namingPolicies(project: number): string {
    return this.#named[project]?.map(({ policy }) => policy.id).join(',') ?? ''
  }

  /** The policy that decides; of equals the default one, then the oldest. Null if there is none. */
  policyOf(project: number, rule: number): DecidingPolicy | null {
    const named = this.#named[project] ?? []
    return decidingPolicy(named, rule) ?? decidingPolicy(this.#forAll, rule)
  }

  /** Each policy with the levels that it gives, whether it decides or not, and the projects that it applies to. */
  get policies(): readonly PolicyLevels[] {
    return this.#policies
  }

  /**
   * For each policy, by id, the level that it gives to a rule in a project, whether it decides there or not; 0 if it
   * does not contain the rule, or does not apply to the project.
   */
  levelsIn(): ReadonlyMap<number, (project: number, rule: number) => number> {
    return new Map(
      this.#policies.map(({ policy, levels, projects }) => [
        policy.id,
        (project, rule) => (projects === null || projects.has(project) ? (levels[rule] ?? 0) : 0),
      ]),
    )
  }
}

function decidingPolicy(policies: readonly PolicyLevels[], rule: number): DecidingPolicy | null {
  let best = 0
  let deciding: DecidingPolicy | null = null
  for (const { policy, levels } of policies) {
    const level = levels[rule] ?? 0
    if (level <= best) continue
    best = level
    deciding = policy
  }
  return deciding
}

/** The policies with their levels, default ones first, then by id. */
function levelsByPolicy({ policies, memberships, tags }: ModeFacts): PolicyLevels[] {
  const width = memberships.reduce((most, { rule_id: rule }) => Math.max(most, rule), 0) + 1
  const arrays = new Map(policies.map(({ id }) => [id, new Uint8Array(width)]))
  for (const { policy_id: policy, rule_id: rule, mode } of memberships) {
    const ofPolicy = arrays.get(policy)
    if (ofPolicy) ofPolicy[rule] = levels[mode] ?? 0
  }
  return policies
    .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault) || one.id - other.id)
    .map((policy) => ({
      policy,
      levels: arrays.get(policy.id) ?? new Uint8Array(0),
      projects: policy.isForAll ? null : projectsOf(policy, tags),
    }))
}

function strictestLevels(policies: readonly PolicyLevels[]): Uint8Array {
  const strictest = new Uint8Array(policies[0]?.levels.length ?? 0)
  for (const { levels } of policies)
    for (const [rule, level] of levels.entries()) strictest[rule] = Math.max(strictest[rule] ?? 0, level)
  return strictest
}

function projectsOf(policy: DecidingPolicy, tags: ModeFacts['tags']): ReadonlySet<number> {
  const projects = new Set(policy.projects)
  if (policy.tags.size > 0)
    for (const [project, own] of tags) if (own.some((tag) => policy.tags.has(tag))) projects.add(project)
  return projects
}

function namedPolicies(policies: readonly PolicyLevels[]): (readonly PolicyLevels[] | undefined)[] {
  const named: PolicyLevels[][] = []
  for (const one of policies) {
    for (const project of one.projects ?? []) {
      const others = named[project] ?? []
      named[project] = others
      others.push(one)
    }
  }
  return named
}

/** The rules and projects that are asked for; all projects where they are left out. */
interface Asked {
  rules: Iterable<number>
  projects?: Iterable<number>
}

/** The rules and the projects of findings. */
export const askedOf = (rows: readonly { rule_id: number; project_id: number }[]): Asked => ({
  rules: rows.map((row) => row.rule_id),
  projects: rows.map((row) => row.project_id),
})

/** Reads what the effective modes follow from: three statements at most, whatever is asked for. */
export async function readModeFacts(reader: Reader, deploymentId: number, asked?: Asked): Promise<ModeFacts> {
  const policies = await readDecidingPolicies(reader, deploymentId)
  const memberships = await reader
    .selectFrom('policy_rule')
    .select(['policy_id', 'rule_id', 'mode'])
    .where('deployment_id', '=', deploymentId)
    .$if(asked !== undefined, (query) =>
      query.where('rule_id', 'in', valuesOf([...new Set(asked?.rules ?? [])])),
    )
    .execute()
  const tags = policies.some((policy) => policy.tags.size > 0)
    ? await readTags(reader, deploymentId, asked?.projects)
    : new Map<number, string[]>()
  return { policies, memberships, tags }
}

/** The effective modes of rules in projects; of all of them if none are given. */
export const readEffectiveModes = async (
  reader: Reader,
  deploymentId: number,
  asked?: Asked,
): Promise<EffectiveModes> => new EffectiveModes(await readModeFacts(reader, deploymentId, asked))

async function readDecidingPolicies(reader: Reader, deploymentId: number): Promise<DecidingPolicy[]> {
  const rows = await reader
    .selectFrom('policy')
    .select(['id', 'name', 'slug', 'is_default', 'scope', 'projects_json', 'tags_json'])
    .where('deployment_id', '=', deploymentId)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(toDecidingPolicy)
}

/** The stored scope of a policy. */
const toDecidingPolicy = (row: {
  id: number
  name: string
  slug: string
  is_default: number
  scope: number
  projects_json: string
  tags_json: string
}): DecidingPolicy => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  isDefault: row.is_default === 1,
  isForAll: policyScopes[row.scope] !== 'some',
  // parse: written by us, lists of ids and of tags.
  projects: new Set(parseStored<number[]>(row.projects_json)),
  tags: new Set(parseStored<string[]>(row.tags_json)),
})

async function readTags(reader: Reader, deploymentId: number, projects?: Iterable<number>) {
  const rows = await reader
    .selectFrom('project')
    .select(['id', 'tags_json'])
    .where('deployment_id', '=', deploymentId)
    .where('tags_json', '<>', '[]')
    .$if(projects !== undefined, (query) => query.where('id', 'in', valuesOf([...new Set(projects)])))
    .execute()
  // parse: written by us, a list of tags.
  return new Map(rows.map(({ id, tags_json: json }) => [id, parseStored<string[]>(json)]))
}
