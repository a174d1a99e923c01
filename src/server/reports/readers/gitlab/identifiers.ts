import { asName, asObjects, bounds, type JsonObject } from '../../values/json-values.ts'

/** An identifier: of the rule or vulnerability in some list, or of a weakness. */
export type Identifier = { type: string; name: string; value: string; url: unknown }

/** Those that have a value, in the order of the file, the primary one first. */
export function identifiersOf(vulnerability: JsonObject): Identifier[] {
  return asObjects(vulnerability['identifiers'])
    .slice(0, bounds.list)
    .flatMap(({ type, name, value, url }) => {
      const text = asName(value)
      if (text === null) return []
      return [{ type: asName(type, 100)?.toLowerCase() ?? '', name: asName(name) ?? text, value: text, url }]
    })
}

/** `CWE-79` of its identifiers, whose value is the number alone. */
export const weaknessesOf = (identifiers: readonly Identifier[]): string[] =>
  identifiers.flatMap(({ type, value }) => {
    const number = type === 'cwe' ? /^(?:cwe-)?(\d{1,6})$/i.exec(value)?.[1] : undefined
    return number === undefined ? [] : [`CWE-${number}`]
  })

/** The description; some analyzers write a name or a message alone. */
export const descriptionOf = ({ description, message, name }: JsonObject): unknown =>
  [description, message, name].find((each) => asName(each) !== null)
