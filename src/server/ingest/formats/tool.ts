import type { Outline } from './outline.ts'

/** A program whose own report is told by its marks, so that its user learns which option writes a format that is read. */
export type Tool = {
  name: string
  /** What its own report is called; `<name> JSON` or `<name> XML` where left out. */
  report?: string
  /**
   * Sets of marks, of which one must hold whole. Marks stand between spaces: `key` is there, `key.key` is there in the
   * object or the list's first element, `key=text` has this value, `[]` the file is a list or lines of such objects.
   */
  marks?: readonly string[]
  /** The root elements of its XML, each alone or followed by a text that stands near it. */
  xml?: readonly string[]
  /** How it writes a format that is read; left out where no such option is known. */
  writes?: string
}

/** Whether one of a tool's sets of marks holds for a JSON file. */
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

/** How the user of a tool comes to a file that is read. */
export const adviceFor = ({ name, writes }: Tool) =>
  writes ? `${name}: ${writes}` : `Gatehouse knows no option of ${name} to write one of these formats`
