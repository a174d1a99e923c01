import { parseStored } from '#server/db/stored-json.ts'
/** The licenses that dependencies name together, each list by one number; 0 names none. */
export class LicenseSets {
  readonly sets: (readonly string[])[] = [[]]
  #ids = new Map<string, number>([['[]', 0]])

  /** What was interned, in the order of the numbers it got. */
  jsons(): string[] {
    return [...this.#ids.keys()]
  }

  /** @param json a JSON array of strings, as the column holds it. */
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
