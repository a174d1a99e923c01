import { ownerSources, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { PathOwners } from './match-paths.ts'

/** What rules read of a finding. */
export interface RuledFinding {
  project_id: number
  rule_id: number
  path: string | null
}

/** The owner that a rule gives, the code of its source, and how the history names it. */
export interface RuledOwner {
  owner: string
  source: number
  by: string
}

const sourceCode = (source: (typeof ownerSources)[number]) => toCode(ownerSources, source)

/** The rules of some projects, which give owners to their findings. */
export class OwnerRules {
  readonly #fileOf: (project: number) => PathOwners
  readonly #byTag: ReadonlyMap<number, RuledOwner>
  readonly #byRule: ReadonlyMap<number, RuledOwner>

  /** @param fileOf returns the owners by the `CODEOWNERS` file of a project. */
  constructor(
    fileOf: (project: number) => PathOwners,
    byTag: ReadonlyMap<number, RuledOwner>,
    byRule: ReadonlyMap<number, RuledOwner>,
  ) {
    this.#fileOf = fileOf
    this.#byTag = byTag
    this.#byRule = byRule
  }

  /** Whether neither a tag nor a rule can give an owner. */
  get isEmpty(): boolean {
    return this.#byTag.size + this.#byRule.size === 0
  }

  /**
   * Returns the owner by the first of `CODEOWNERS`, the project's tags and the rule that gives one; null if none does,
   * undefined if it is not known what `CODEOWNERS` says.
   */
  ownerOf({ project_id: project, rule_id: rule, path }: RuledFinding): RuledOwner | null | undefined {
    const inFile = path === null ? null : this.#fileOf(project)(path)
    if (inFile === undefined) return undefined
    if (inFile !== null) return { owner: inFile, source: sourceCode('codeowners'), by: 'CODEOWNERS' }
    return this.#byTag.get(project) ?? this.#byRule.get(rule) ?? null
  }
}

/** The owners by the file of a project that has none. */
export const noOwner: PathOwners = () => null

/** Reads the `CODEOWNERS` file of a project; null if it has none. */
export async function readCodeowners(
  reader: Reader,
  deploymentId: number,
  projectId: number,
): Promise<string | null> {
  const file = await reader
    .selectFrom('project_codeowners')
    .select('content')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return file?.content ?? null
}

/**
 * Reads the rules that apply to projects: three statements for any number.
 * @param fileOf returns the owners by the `CODEOWNERS` file of a project, which was matched before.
 */
export async function readOwnerRules(
  reader: Reader,
  deploymentId: number,
  projectIds: readonly number[],
  fileOf: (project: number) => PathOwners,
): Promise<OwnerRules> {
  const rules = await reader
    .selectFrom('owner_rule')
    .select(['kind', 'value', 'owner'])
    .where('deployment_id', '=', deploymentId)
    .execute()
  const ofKind = (kind: string) =>
    new Map(rules.flatMap((rule) => (rule.kind === kind ? [[rule.value, rule.owner]] : [])))
  return new OwnerRules(
    fileOf,
    await ownersByTag(reader, deploymentId, projectIds, ofKind('tag')),
    await ownersByRule(reader, deploymentId, ofKind('rule')),
  )
}

/** The owner of each project by the first of its tags that has one. */
async function ownersByTag(
  reader: Reader,
  deploymentId: number,
  projectIds: readonly number[],
  owners: ReadonlyMap<string, string>,
): Promise<Map<number, RuledOwner>> {
  if (owners.size === 0) return new Map()
  const projects = await reader
    .selectFrom('project')
    .select(['id', 'tags_json'])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(projectIds))
    .execute()
  return new Map(
    projects.flatMap(({ id, tags_json: json }) => {
      // parse: our own column, written as a list of texts.
      for (const tag of parseStored<string[]>(json)) {
        const owner = owners.get(tag)
        if (owner !== undefined) return [[id, { owner, source: sourceCode('tag'), by: `the tag ${tag}` }]]
      }
      return []
    }),
  )
}

async function ownersByRule(
  reader: Reader,
  deploymentId: number,
  owners: ReadonlyMap<string, string>,
): Promise<Map<number, RuledOwner>> {
  if (owners.size === 0) return new Map()
  const rules = await reader
    .selectFrom('rule')
    .select(['id', 'path'])
    .where('deployment_id', '=', deploymentId)
    .where('path', 'in', [...owners.keys()])
    .execute()
  return new Map(
    rules.flatMap(({ id, path }) => {
      const owner = owners.get(path)
      return owner === undefined ? [] : [[id, { owner, source: sourceCode('rule'), by: `the rule ${path}` }]]
    }),
  )
}
