import type { Outline } from './outline.ts'

/** A program whose own report format is recognized, so that users learn which option writes a supported format. */
export type Tool = {
  name: string
  /** The name of its own report; `<name> JSON` or `<name> XML` by default. */
  report?: string
  /**
   * Sets of markers, one of which must match completely. Markers are separated by spaces: `key` must exist, `key.key`
   * must exist in the object or the list's first element, `key=text` must have this value, `[]` means that the file is
   * a list or JSON lines of such objects.
   */
  marks?: readonly string[]
  /** The root elements of its XML, each alone or followed by a text that occurs near it. */
  xml?: readonly string[]
  /** The option that writes a supported format; missing if none is known. */
  writes?: string
}

/** Whether one of a tool's sets of markers matches a JSON file. */
export function isJsonOf(tool: Tool, outline: Outline): boolean {
  return tool.marks?.some((marks) => marks.split(' ').every((marker) => hasMarker(marker, outline))) ?? false
}

function hasMarker(marker: string, outline: Outline): boolean {
  if (marker === '[]') return outline.root !== 'object'
  const [place = '', value] = marker.split('=')
  const [key = '', ...inner] = place.split('.')
  if (value !== undefined) return outline.text(key) === value
  return inner.length === 0 ? outline.has(key) : outline.has(key, inner.join('.'))
}

/** Whether a tool writes XML with this root element; `text` is the beginning of the file. */
export function isXmlOf(tool: Tool, root: string, text: string): boolean {
  return (
    tool.xml?.some((marker) => {
      const [name = '', nearby = ''] = marker.split(' ')
      return name === root && text.includes(nearby)
    }) ?? false
  )
}

/** How the user of a tool gets a supported file. */
export const adviceFor = ({ name, writes }: Tool) =>
  writes ? `${name}: ${writes}` : `Gatehouse knows no option of ${name} to write one of these formats`
