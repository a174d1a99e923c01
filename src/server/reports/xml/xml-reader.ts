import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import { singleByteEncoding } from '../formats/binary-files.ts'
import { type FilePosition, ReadFault } from '../input/fault.ts'
import { Utf8Check } from '../input/utf8-check.ts'
import { splitterLimits } from '../json/limits.ts'
import { asName } from '../values/json-values.ts'

/** Limits of an XML document, those of JSON where there are equal ones. Source: docs/decisions/0062-cyclonedx-xml.md. */
const limits = {
  depth: splitterLimits.depth,
  attributes: 1_000,
  /** Characters of the value of an attribute. */
  attribute: splitterLimits.stringBytes,
  /** Characters between two tags, comments or other parts: the parser holds them in memory. */
  part: splitterLimits.valueBytes,
} as const

/** The start of an element, with its namespace. */
export type XmlElement = Pick<SaxesTagNS, 'local' | 'name' | 'uri' | 'attributes'>

/** Receives the content of a document in order. */
export interface XmlHandler {
  open(element: XmlElement): void
  close(): void
  text(text: string): void
}

/**
 * Parses XML 1.0 as it arrives, in UTF-8 whatever its declaration says. Nothing outside of the document is read, and a
 * document type declaration is rejected, so that there are no entities but the five of XML. Memory: one part.
 * Throws `ReadFault` with the position, for documents that are not well-formed or exceed a limit.
 */
export class XmlReader {
  readonly #parser = new SaxesParser({
    xmlns: true,
    position: false,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  })
  readonly #handler: XmlHandler
  readonly #decoder = new TextDecoder()
  readonly #encoding = new Utf8Check()
  readonly #place = new TextPlace()
  #depth = 0
  #attributes = 0
  /** Where the current part began, in characters. */
  #partStart = 0

  constructor(handler: XmlHandler) {
    this.#handler = handler
    const parser = this.#parser
    parser.on('error', (error) => {
      throw this.#fault(`the XML is not well-formed: ${asName(error.message.replace(/\.$/, ''), 200)}`, 1)
    })
    parser.on('doctype', () => {
      throw this.#fault(
        'the file has a document type declaration (`<!DOCTYPE`), which Gatehouse does not read, since it can define entities. Remove it',
      )
    })
    parser.on('attribute', (attribute) => this.#attribute(attribute))
    parser.on('opentag', (tag) => this.#open(tag))
    parser.on('closetag', () => {
      this.#endPart()
      this.#depth--
      handler.close()
    })
    parser.on('cdata', (text) => this.#text(text))
    parser.on('comment', () => this.#endPart())
    parser.on('processinginstruction', () => this.#endPart())
  }

  /** Whether text is passed on from here. Text that nobody needs is not held in memory. */
  set wantsText(wanted: boolean) {
    if (wanted) this.#parser.on('text', (text) => this.#text(text))
    else this.#parser.off('text')
  }

  /** Parses the next bytes. The handler is called before it returns. */
  push(piece: Uint8Array): void {
    this.#encoding.push(piece, (index) => this.#place.afterBytes(index))
    this.#write(this.#decoder.decode(piece, { stream: true }))
    this.#place.endPiece(piece.length)
  }

  /** Ends the document. @throws ReadFault if it is cut off, or in another encoding. */
  finish(): void {
    const { fault } = this.#encoding
    if (fault) throw new ReadFault(singleByteEncoding(fault.byte), fault.place, '')
    this.#write(this.#decoder.decode())
    this.#parser.close()
  }

  /** The position that was reached. */
  get place(): FilePosition {
    return this.#place.at(this.#parser.position)
  }

  #write(text: string): void {
    this.#place.begin(text)
    this.#parser.write(text)
    if (this.#parser.position - this.#partStart > limits.part)
      throw this.#fault(`a part of the XML is longer than ${limits.part} characters`)
  }

  #open(tag: SaxesTagNS): void {
    this.#endPart()
    this.#attributes = 0
    if (++this.#depth > limits.depth)
      throw this.#fault(`the file is nested more than ${limits.depth} levels deep`)
    this.#handler.open(tag)
  }

  #attribute({ value }: Pick<SaxesAttributeNS, 'value'>): void {
    this.#endPart()
    if (value.length > limits.attribute)
      throw this.#fault(`an attribute is longer than ${limits.attribute} characters`)
    if (++this.#attributes > limits.attributes)
      throw this.#fault(`an element has more than ${limits.attributes} attributes`)
  }

  #text(text: string): void {
    this.#endPart()
    if (this.#depth > 0) this.#handler.text(text)
  }

  #endPart(): void {
    this.#partStart = this.#parser.position
  }

  #fault(message: string, back = 0): ReadFault {
    return new ReadFault(message, this.#place.at(Math.max(0, this.#parser.position - back)), '')
  }
}

/** Translates positions in characters into those in bytes, of which only the current text is known. */
class TextPlace {
  #text = ''
  /** Characters before the current text. */
  #characters = 0
  /** Bytes and lines before it, and the byte at which its first line begins. */
  #bytes = 0
  #line = 1
  #lineStart = 0

  begin(text: string): void {
    this.#text = text
  }

  endPiece(length: number): void {
    const { line, byteOffset, column } = this.at(this.#characters + this.#text.length)
    this.#line = line
    this.#lineStart = byteOffset - column + 1
    this.#characters += this.#text.length
    this.#bytes += length
    this.#text = ''
  }

  at(position: number): FilePosition {
    const before = this.#text.slice(0, Math.max(0, position - this.#characters))
    const byteOffset = this.#bytes + Buffer.byteLength(before)
    const lastLine = before.lastIndexOf('\n') + 1
    if (lastLine === 0) return { byteOffset, line: this.#line, column: byteOffset - this.#lineStart + 1 }
    const line = this.#line + before.split('\n').length - 1
    return { byteOffset, line, column: Buffer.byteLength(before.slice(lastLine)) + 1 }
  }

  /** The position of a byte of the next piece; a negative one is at the end of the last piece. */
  afterBytes(index: number): FilePosition {
    const byteOffset = this.#bytes + index
    return { byteOffset, line: this.#line, column: Math.max(1, byteOffset - this.#lineStart + 1) }
  }
}
