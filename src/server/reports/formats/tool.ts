import type { Outline } from './outline.ts'

/** A program whose own report format is recognized, so that users learn which option writes a supported format. */
export type Tool = {
  name: string
  /** What its own report is called; `a <name> report` by default. */
  report?: string
  /** Whether the file is no report of a scanner, but something that is uploaded in place of one. */
  isNoReport?: boolean
  /**
   * Sets of markers, one of which must match completely. Markers are separated by spaces: `key` must exist, `key.key`
   * must exist in the object or the list's first element, `*.key` in any of them, `key=text` and `key.key=text` must have
   * this value, `[]` means that the file is a list or JSON lines of such objects.
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
  const within = inner.length === 0 ? undefined : inner.join('.')
  if (key === '*') return [...outline.keys.values()].some(({ keys }) => keys.has(within ?? ''))
  return value === undefined ? outline.has(key, within) : outline.text(key, within) === value
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

/** The sentence that names the format of a file, in which it is not read. */
export function unreadReport({
  name,
  report,
  isNoReport,
}: Pick<Tool, 'name' | 'report' | 'isNoReport'>): string {
  const what = report ?? `${/^(?:[aeiou]|nmap|njsscan)/i.test(name) ? 'an' : 'a'} ${name} report`
  const why = isNoReport ? "which is not a scanner's report" : 'which Gatehouse does not read yet'
  return `This looks like ${what}, ${why}`
}

/** How the user of a tool gets a supported file. */
export const adviceFor = ({ name, writes }: Tool) =>
  writes ? `${name}: ${writes}` : `Gatehouse knows no option of ${name} to write one of these formats`
