import { UrlMasker } from '#server/base/credentials/url-masker.ts'
import { asObject } from '#server/reports/values/json-values.ts'
import { isCsaf, readCsaf } from './csaf.ts'
import { isCycloneDx, readCycloneDx } from './cyclonedx.ts'
import { type VexDocument, VexFault } from './document.ts'
import { isOpenVex, readOpenVex } from './openvex.ts'

const maxDepth = 64
/** The most values of a document; each takes memory, however few bytes it is written with. */
const maxValues = 1_500_000

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/**
 * Counts depth and values of JSON before it is parsed, in one pass over the bytes.
 * @throws VexFault if there are too many.
 */
function assertModest(bytes: Uint8Array): void {
  let depth = 0
  let values = 0
  let isInText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (isInText) {
      if (byte === backslash) at += 1
      else if (byte === quote) isInText = false
    } else if (byte === quote) isInText = true
    else if (byte === comma) values += 1
    else if (opening.has(byte)) {
      depth += 1
      values += 1
      if (depth > maxDepth)
        throw new VexFault(`the document is nested more than ${maxDepth} levels deep`, true)
    } else if (closing.has(byte)) depth -= 1
    if (values > maxValues) throw new VexFault('the document has too many values', true)
  }
}

/**
 * Reads a VEX document, whose format is recognized by its content.
 * @throws VexFault if it is not JSON, of another format, or exceeds a limit. Source: docs/vex.md#import.
 */
export function parseVex(bytes: Uint8Array): VexDocument {
  assertModest(bytes)
  const document = asObject(parseJson(bytes))
  if (document !== null) {
    if (isOpenVex(document)) return readOpenVex(document)
    if (isCycloneDx(document)) return readCycloneDx(document)
    if (isCsaf(document)) return readCsaf(document)
  }
  throw new VexFault(
    'the file is not a VEX document: it must be OpenVEX (with `@context`), CycloneDX JSON (with `bomFormat`) or CSAF 2.0 (with `document.csaf_version`)',
  )
}

function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new VexFault('the file is not UTF-8')
  }
  if (text.trimStart().startsWith('<'))
    throw new VexFault('the file is XML. Convert it to JSON first, such as with `cyclonedx convert`')
  try {
    return new UrlMasker().value<unknown>(JSON.parse(text))
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : ''
    throw new VexFault(`the file is not JSON: ${reason}`)
  }
}
