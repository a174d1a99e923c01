import { parseStored } from '#server/db/stored-json.ts'
/** The distinct license lists of dependencies, each with a number; 0 is the empty list. */
export class LicenseSets {
  readonly sets: (readonly string[])[] = [[]]
  #ids = new Map<string, number>([['[]', 0]])

  /** The interned lists, in the order of their numbers. */
  jsons(): string[] {
    return [...this.#ids.keys()]
  }

  /** @param json a JSON array of strings, as stored in the column. */
  intern(json: string): number {
    let id = this.#ids.get(json)
    if (id === undefined) {
      // parse: the column holds a JSON array of strings, written by us.
      const licenses = [...new Set(parseStored<string[]>(json))]
      id = licenses.length === 0 ? 0 : this.sets.push(licenses) - 1
      this.#ids.set(json, id)
    }
    return id
  }
}
