import { textFile } from '../formats/text-files.ts'
import { foreignTextFault } from '../formats/unsupported-formats.ts'
import { ReadFault } from '../input/fault.ts'
import { splitterLimits } from '../json/limits.ts'
import { keyPath, type UnreadFindings } from '../json/unread-findings.ts'
import { cycloneDxXml } from './bom-elements.ts'
import { dependencyCheckXml } from './dependency-check-elements.ts'
import type { Child, Shape, XmlDocument } from './shapes.ts'
import { UnreadElements } from './unread-elements.ts'
import { type XmlElement, XmlReader } from './xml-reader.ts'

/** The documents that are read as JSON. */
const documents: readonly XmlDocument[] = [cycloneDxXml, dependencyCheckXml]

/** An element that is open. */
interface Open {
  name: string
  shape: Shape
  /** What is written after its value. */
  suffix: string
  isEmpty: boolean
  /** The list or object in which its content stands; an element that JSON does not have stands for the one around it. */
  container: Open | null
  /** The key of the list of repeated elements that is being written. */
  list: string | null
  text: string
}

/**
 * Converts XML to the JSON of the same format and content, as far as its reader reads it, while it arrives: CycloneDX and
 * Dependency-Check. The JSON is passed on in pieces, and always well-formed. Elements of other namespaces are left out.
 * Throws `ReadFault` with the position in the XML, also for faults of the consumer.
 * Source: docs/decisions/0062-cyclonedx-xml.md.
 */
export class XmlToJson {
  readonly #consume: (json: Uint8Array) => void
  readonly #reader: XmlReader
  readonly #open: Open[] = []
  #namespace: string | null = null
  #out = ''
  readonly #unread: UnreadElements
  /** The number of open elements that are skipped. */
  #skipped = 0

  /** @param unread receives the findings in elements that are not read. */
  constructor(consume: (json: Uint8Array) => void, unread: UnreadFindings) {
    this.#consume = consume
    this.#unread = new UnreadElements(unread)
    this.#reader = new XmlReader({
      open: (element) => this.#begin(element),
      close: () => this.#end(),
      text: (text) => this.#addText(text),
    })
  }

  /** Converts the next bytes of the XML. */
  push(piece: Uint8Array): void {
    this.#reader.push(piece)
    this.#flush()
  }

  /** Ends the document. */
  finish(): void {
    this.#reader.finish()
    this.#flush()
  }

  #flush(): void {
    if (this.#out === '') return
    const json = Buffer.from(this.#out)
    this.#out = ''
    try {
      this.#consume(json)
    } catch (error) {
      if (!(error instanceof ReadFault)) throw error
      throw new ReadFault(error.message, this.#reader.place, error.path, error)
    }
  }

  #begin(element: XmlElement): void {
    const parent = this.#open.at(-1)
    if (parent === undefined) this.#beginRoot(element)
    else {
      const isRead = this.#skipped === 0 && element.uri === this.#namespace
      const child = isRead ? childOf(parent.shape, element.local) : undefined
      if (child === undefined) this.#skip(element)
      else this.#beginChild(parent, child, element)
    }
    this.#reader.wantsText = this.#skipped === 0 && hasText(this.#open.at(-1))
  }

  #skip(element: XmlElement): void {
    this.#skipped++
    this.#unread.begin(element, () => this.#open.slice(1).reduce((path, { name }) => keyPath(path, name), ''))
  }

  #beginRoot({ local, name, uri }: XmlElement): void {
    const document = documents.find((each) => each.root === local && each.namespace.test(uri))
    if (document === undefined) {
      const start = `<${name} xmlns="${uri}">`
      throw foreignTextFault(textFile(start) ?? { report: 'XML', advice: null })
    }
    this.#namespace = uri
    const version = document.namespace.exec(uri)?.[1] ?? ''
    this.#open.push(opened(local, document.shape, { isEmpty: false }))
    this.#out += JSON.stringify(document.head(version)).slice(0, -1)
    // A version that is not supported is refused here, not after the first component.
    this.#flush()
  }

  #beginChild(around: Open, { key, shape, isRepeated }: Child, { local, attributes }: XmlElement): void {
    const parent = around.container ?? around
    if (shape.kind === 'inlined') {
      this.#open.push(opened(local, shape, { container: parent }))
      return
    }
    if (parent.list !== null && parent.list !== key) this.#endList(parent)
    const isMember = parent.shape.kind === 'object'
    if (!parent.isEmpty) this.#out += ','
    parent.isEmpty = false
    if (isMember && key !== undefined && parent.list === null) {
      this.#out += `${JSON.stringify(key)}:${isRepeated ? '[' : ''}`
      if (isRepeated) parent.list = key
    }
    const isWrapped = !isMember && key !== undefined
    if (isWrapped) this.#out += `{${JSON.stringify(key)}:`
    const open = opened(local, shape, { suffix: isWrapped ? '}' : '' })
    this.#open.push(open)
    if (shape.kind === 'list') this.#out += '['
    if (shape.kind === 'attribute') this.#out += JSON.stringify(attributes[shape.name]?.value.trim() ?? '')
    if (shape.kind !== 'object') return
    this.#out += '{'
    for (const [name, keyOfIt] of Object.entries(shape.attributes ?? {})) {
      const value = attributes[name]?.value
      if (value !== undefined) this.#writeMember(open, keyOfIt, JSON.stringify(value.trim()))
    }
  }

  #end(): void {
    if (this.#skipped > 0) {
      this.#skipped--
      this.#unread.end()
    } else {
      const open = this.#open.pop()
      if (open) this.#endElement(open)
      // The consumer's faults are placed at the component or vulnerability, not at the end of the piece.
      if (this.#open.length <= 2) this.#flush()
    }
    this.#reader.wantsText = this.#skipped === 0 && hasText(this.#open.at(-1))
  }

  #endElement(open: Open): void {
    const { shape, text } = open
    this.#endList(open)
    if (shape.kind === 'text') this.#out += JSON.stringify(shape.isVerbatim ? text : text.trim())
    else if (shape.kind === 'number') this.#out += numberOf(text)
    else if (shape.kind === 'list') this.#out += ']'
    else if (shape.kind === 'object') {
      if (shape.text !== undefined) this.#writeMember(open, shape.text, JSON.stringify(text.trim()))
      this.#out += '}'
    }
    this.#out += open.suffix
  }

  #endList(open: Open): void {
    if (open.list !== null) this.#out += ']'
    open.list = null
  }

  #writeMember(open: Open, key: string, json: string): void {
    this.#out += `${open.isEmpty ? '' : ','}${JSON.stringify(key)}:${json}`
    open.isEmpty = false
  }

  #addText(text: string): void {
    const open = this.#open.at(-1)
    if (this.#skipped > 0 || open === undefined || !hasText(open)) return
    open.text += text
    if (open.text.length > splitterLimits.stringBytes)
      throw new ReadFault(
        `a string is longer than ${splitterLimits.stringBytes} bytes`,
        this.#reader.place,
        '',
      )
  }
}

const opened = (name: string, shape: Shape, more: Partial<Open>): Open => ({
  name,
  shape,
  suffix: '',
  isEmpty: true,
  container: null,
  list: null,
  text: '',
  ...more,
})

function childOf(shape: Shape, name: string): Child | undefined {
  if (shape.kind === 'list') return shape.items.get(name)
  return 'elements' in shape ? shape.elements.get(name) : undefined
}

function hasText(open: Open | undefined): boolean {
  if (open === undefined) return false
  const { kind } = open.shape
  return kind === 'text' || kind === 'number' || (kind === 'object' && open.shape.text !== undefined)
}

/** A number as JSON; a text that is none stays a text, which the reader judges. */
function numberOf(text: string): string {
  const trimmed = text.trim()
  const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : Number.NaN
  return Number.isFinite(number) ? String(number) : JSON.stringify(trimmed)
}
