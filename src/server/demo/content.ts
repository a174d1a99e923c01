import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { packageFolder } from '#server/base/package-folder.ts'

const { localeError } = en()

/** Properties that tell the entries of a list apart, for messages about one of them. */
const naming = ['id', 'key', 'name', 'slug', 'language', 'title'] as const

/**
 * Returns the content of a file in `src/server/demo/content`. The demo is a small part of what a service does, so modules that call this
 * are imported only when a demo is made.
 * @throws Error that names the file, the entry and the fault when the file does not fit the schema.
 */
export function readContent<Schema extends z.core.$ZodType>(file: string, schema: Schema): z.output<Schema> {
  const path = join('src', 'server', 'demo', 'content', file)
  try {
    const content: unknown = JSON.parse(readFileSync(join(packageFolder, path), 'utf8'))
    const { error, data } = z.safeParse(schema, content, { error: localeError })
    if (!error) return data
    const [issue] = error.issues
    throw new Error(`${describePath(content, issue?.path ?? [])}${issue?.message}`)
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

/** Names each step to an entry: "variants 2 (python), sinks 1 (psycopg2), code: ". */
function describePath(content: unknown, path: readonly PropertyKey[]): string {
  const steps: string[] = []
  let value = content
  for (const key of path) {
    const isPosition = typeof key === 'number'
    value = property(value, key)
    if (!isPosition) steps.push(String(key))
    else steps.push(`${steps.pop() ?? 'entry'} ${key + 1}${nameOf(value)}`)
  }
  return steps.length > 0 ? `${steps.join(', ')}: ` : ''
}

function nameOf(value: unknown): string {
  const name = naming.map((key) => property(value, key)).find((found) => typeof found === 'string')
  return name === undefined ? '' : ` (${name})`
}

function property(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** A schema for the name of an entry in another file, which results in that entry. */
export function entryOf<Entry>(entries: ReadonlyMap<string, Entry>, file: string) {
  return z.pipe(
    z.string(),
    z.transform((name, context) => {
      const entry = entries.get(name)
      if (entry !== undefined) return entry
      context.issues.push({ code: 'custom', message: `"${name}" is not in ${file}`, input: name })
      return z.NEVER
    }),
  )
}

/** A schema for a list with at least one item. */
export function listOf<Item extends z.core.$ZodType>(item: Item) {
  return z.array(item).check(z.minLength(1))
}
