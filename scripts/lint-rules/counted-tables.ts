import { isNode, isTest, type Node, type Source, type Violation } from './source.ts'

// The modules that write record each change: a write of a counted table anywhere else would be missing in the change
// log, and so in the column store.

/** The counted tables of findings, dependencies and scans, each with the folder whose `writes.ts` writes it. */
const resources: Readonly<Record<string, string>> = {
  finding: 'findings',
  finding_event: 'findings',
  category_set: 'findings',
  dependency: 'dependencies',
  lockfile: 'dependencies',
  project: 'records/projects',
  ref: 'records/projects',
  rule: 'records/policies',
  policy_rule: 'records/policies',
  scan: 'records/scans',
}

/**
 * Modules that write tables of any name: one loads a whole deployment and records all of it, one writes only tables of
 * jobs.
 */
const generic = new Set(['src/server/demo/load.ts', 'src/server/jobs/lease.ts'])

export const messages = {
  table: (table: string) =>
    `only writes.ts of src/server/${resources[table]} writes the table ${table}, and reports what it changed.`,
  unnamed: 'a table that is written is named by a plain string, so that this lint can see which one it is.',
  write: 'only src/server/changes calls database.write: everything else uses change() or record().',
}

const methods = new Set(['insertInto', 'replaceInto', 'mergeInto', 'updateTable', 'deleteFrom'])
const functions = new Set(['insertRows', 'insertNewRows', 'insertNumbered', 'updateRow'])

const names = Object.keys(resources).join('|')
const inSql = new RegExp(
  `\\b(?:(?:insert(?: or \\w+)?|replace) into|delete from) +"?(${names})\\b|\\bupdate +"?(${names})"?(?: as \\w+)? +set\\b`,
  'i',
)

/** The engines, a migration that both share, and what writes rows of a table that its caller names. */
const mayWriteAny = /^src\/server\/db\/(sqlite\/|postgres\/|masking\/|bulk\.ts)/

/** Reports writes of counted tables, and of the database, by modules that may not write them. */
export function checkCountedTables(source: Source): Violation[] {
  const { path } = source
  if (!path.startsWith('src/server/') || mayWriteAny.test(path) || isTest(path)) return []
  return source.nodes.flatMap((node) => {
    const message = refusedCall(path, node) ?? refusedText(path, node)
    return message ? [{ path, line: source.lineAt(node.start), message }] : []
  })
}

/** What a flaw that moves between projects takes with it: it needs the resolving of flaws, above findings. */
const moving = 'src/server/scans/moving/writes.ts'

const mayWrite = (path: string, table: string) =>
  !Object.hasOwn(resources, table) ||
  (path.startsWith(`src/server/${resources[table]}/`) && path.endsWith('/writes.ts')) ||
  (resources[table] === 'findings' && path === moving)

function refusedCall(path: string, { type, ...call }: Node): string | undefined {
  const { callee, arguments: given } = call
  if (type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given)) return undefined
  const called = nameOf(callee)
  if (called === 'write' && nameOf(callee['object']) === 'database')
    return path.startsWith('src/server/changes/') ? undefined : messages.write
  const isMethod = callee.type === 'MemberExpression' && methods.has(called)
  if (!isMethod && !(callee.type === 'Identifier' && functions.has(called))) return undefined
  const table: unknown = given[isMethod ? 0 : 1]
  if (!isNode(table) || table.type !== 'Literal') return generic.has(path) ? undefined : messages.unnamed
  const name = String(table['value'])
  return mayWrite(path, name) ? undefined : messages.table(name)
}

/** Returns the name of a variable, or of the property of an object. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  const named = node.type === 'MemberExpression' ? node['property'] : node
  return isNode(named) ? String(named['name'] ?? '') : ''
}

function refusedText(path: string, { type, value }: Node): string | undefined {
  if (type !== 'TemplateElement' && (type !== 'Literal' || typeof value !== 'string')) return undefined
  // parse: the parser returns the text of an element in this form.
  const text = typeof value === 'string' ? value : String((value as { cooked?: string }).cooked ?? '')
  const match = inSql.exec(text)
  const table = (match?.[1] ?? match?.[2])?.toLowerCase()
  return table === undefined || mayWrite(path, table) ? undefined : messages.table(table)
}
