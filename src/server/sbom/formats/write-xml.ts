import type { Serialize } from '@cyclonedx/cyclonedx-library'

type Element = Serialize.XML.Types.SimpleXml.Element

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Unescaped, parsers would replace these in an attribute with spaces, or remove them.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

const attribute = (text: string) =>
  /[&<>"\t\n\r]/.test(text) ? text.replace(/[&<>"\t\n\r]/g, (character) => entities[character] ?? '') : text
const content = (text: string) =>
  /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (character) => entities[character] ?? '') : text

/** Writes a tree of elements as XML 1.0. Texts may contain only characters that XML allows. */
export function writeXml(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${renderElement(root, '\n')}\n`
}

function renderElement({ name, namespace, attributes, children }: Element, line: string): string {
  let tag = `${line}<${name}`
  if (namespace !== undefined) tag += ` xmlns="${attribute(String(namespace))}"`
  for (const key in attributes) {
    const value = attributes[key]
    if (value !== undefined) tag += ` ${key}="${attribute(String(value))}"`
  }
  if (children === undefined || children === '') return `${tag}/>`
  if (typeof children !== 'object') return `${tag}>${content(String(children))}</${name}>`
  const parts: string[] = []
  for (const child of children) if (child.type === 'element') parts.push(renderElement(child, `${line}  `))
  // Joined here, so that at most one level of the tree is in memory twice.
  return parts.length === 0 ? `${tag}/>` : `${tag}>${parts.join('')}${line}</${name}>`
}
