import type { Language } from './languages.ts'

/** What the slots of a code template are filled with. */
export interface Names {
  /** The thing the code is about, one lower-case word: "order". */
  entity: string
  /** The tainted value, in camel case: "returnTo". */
  field: string
  /** The project's short name, lower-case letters alone. */
  package: string
  /** A name for a workflow: "release". */
  pipeline: string
  /** What the code does with the thing: "update". */
  verb: string
}

const snakeCased: ReadonlySet<Language> = new Set(['python', 'ruby', 'rust', 'c', 'cpp', 'bash'])

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** The plural of the demo's nouns. */
export function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}

/** Fills the slots of a template; braces that are no slot stay as they are. */
export function fill(template: string, names: Names, language: Language): string {
  const field = snakeCased.has(language) ? snake(names.field) : names.field
  const values: Record<string, string> = {
    entity: names.entity,
    entities: plural(names.entity),
    Entity: pascal(names.entity),
    table: plural(names.entity),
    route: `${plural(names.entity)}`,
    field,
    Field: pascal(names.field),
    column: snake(names.field),
    package: names.package,
    pipeline: names.pipeline,
    Package: pascal(names.package),
    verb: language === 'go' || language === 'csharp' ? pascal(names.verb) : names.verb,
  }
  return template.replace(
    /\{(entity|entities|Entity|table|route|field|Field|column|package|Package|pipeline|verb)\}/g,
    (slot, key: string) => values[key] ?? slot,
  )
}
