import { keyPath, type UnreadFindings, UnreadObject } from '../json/unread-findings.ts'
import type { XmlElement } from './xml-reader.ts'

const maxDepth = 10

/**
 * Counts the elements that are not read and look like findings, as those of lists in JSON: by the names of their
 * attributes and of the elements in them. XML does not tell a list from an object, so each element is taken for one of its
 * own.
 */
export class UnreadElements {
  readonly #unread: UnreadFindings
  readonly #open: { element: UnreadObject; path: string }[] = []
  /** How deep the element is that is open now. */
  #depth = 0

  constructor(unread: UnreadFindings) {
    this.#unread = unread
  }

  /** @param path of the element around it */
  begin({ local, attributes }: XmlElement, path: () => string): void {
    this.#depth++
    if (this.#depth > maxDepth) return
    const around = this.#open.at(-1)
    around?.element.add(local)
    const element = new UnreadObject()
    for (const attribute of Object.values(attributes)) element.add(attribute.local)
    this.#open.push({ element, path: keyPath(around?.path ?? path(), local) })
  }

  end(): void {
    this.#depth--
    if (this.#depth >= maxDepth) return
    const ended = this.#open.pop()
    if (!ended) return
    const around = this.#open.at(-1)
    if (around) around.element.addPart(ended.element, ended.path)
    else ended.element.addTo(this.#unread.found, ended.path)
  }
}
