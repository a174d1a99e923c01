import { ownerSources, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { type CodeownersLine, createLookup, parseCodeowners } from './codeowners.ts'

/** Finds the line of a `CODEOWNERS` file for a path. */
type Lookup = (path: string) => CodeownersLine | undefined

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
  readonly #files: ReadonlyMap<number, Lookup>
  readonly #byTag: ReadonlyMap<number, RuledOwner>
  readonly #byRule: ReadonlyMap<number, RuledOwner>
  /** The owner of each path by `CODEOWNERS`, since many findings share one; by project. */
  readonly #byPath = new Map<number, Map<string, string | null>>()

  constructor(
    files: ReadonlyMap<number, Lookup>,
    byTag: ReadonlyMap<number, RuledOwner>,
    byRule: ReadonlyMap<number, RuledOwner>,
  ) {
    this.#files = files
    this.#byTag = byTag
    this.#byRule = byRule
  }

  /** Whether no rule can give an owner. */
  get isEmpty(): boolean {
    return this.#files.size + this.#byTag.size + this.#byRule.size === 0
  }

  /** Returns the owner by the first of `CODEOWNERS`, the project's tags and the rule that gives one; null if none does. */
  ownerOf({ project_id: project, rule_id: rule, path }: RuledFinding): RuledOwner | null {
    const inFile = path === null ? null : this.#ownerInFile(project, path)
    if (inFile !== null) return { owner: inFile, source: sourceCode('codeowners'), by: 'CODEOWNERS' }
    return this.#byTag.get(project) ?? this.#byRule.get(rule) ?? null
  }

  #ownerInFile(project: number, path: string): string | null {
    const lookup = this.#files.get(project)
    if (!lookup) return null
    const paths = this.#byPath.get(project) ?? new Map<string, string | null>()
    this.#byPath.set(project, paths)
    const known = paths.get(path)
    if (known !== undefined) return known
    const owner = lookup(path)?.owners[0] ?? null
    if (paths.size >= maxPaths) paths.clear()
    paths.set(path, owner)
    return owner
  }
}

const maxPaths = 50_000

/** Reads the rules that apply to projects: four statements for any number. */
export async function readOwnerRules(
  reader: Reader,
  deploymentId: number,
  projectIds: readonly number[],
): Promise<OwnerRules> {
  const files = await reader
    .selectFrom('project_codeowners')
    .select(['project_id', 'content'])
    .where('deployment_id', '=', deploymentId)
    .where('project_id', 'in', valuesOf(projectIds))
    .execute()
  const rules = await reader
    .selectFrom('owner_rule')
    .select(['kind', 'value', 'owner'])
    .where('deployment_id', '=', deploymentId)
    .execute()
  const ofKind = (kind: string) =>
    new Map(rules.flatMap((rule) => (rule.kind === kind ? [[rule.value, rule.owner]] : [])))
  return new OwnerRules(
    new Map(files.map((file) => [file.project_id, createLookup(parseCodeowners(file.content).lines)])),
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
