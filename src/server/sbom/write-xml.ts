import type { Serialize } from '@cyclonedx/cyclonedx-library'

type Element = Serialize.XML.Types.SimpleXml.Element

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Written as such, a reader would make spaces of these in an attribute, or drop them.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

const attribute = (text: string) => text.replace(/[&<>"\t\n\r]/g, (found) => entities[found] ?? '')
const content = (text: string) => text.replace(/[&<>\r]/g, (found) => entities[found] ?? '')

/** Writes a tree of elements as XML 1.0. Texts hold only characters that XML has. */
export function writeXml(root: Element): string {
  const parts = ['<?xml version="1.0" encoding="UTF-8"?>']
  write(root, '\n', parts)
  return `${parts.join('')}\n`
}

function write(element: Element, line: string, parts: string[]): void {
  const { name, namespace, attributes = {}, children } = element
  parts.push(line, '<', name)
  if (namespace !== undefined) parts.push(` xmlns="${attribute(String(namespace))}"`)
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) parts.push(` ${key}="${attribute(String(value))}"`)
  }
  if (children === undefined || children === '') parts.push('/>')
  else if (typeof children === 'object') {
    const before = parts.push('>')
    for (const child of children) if (child.type === 'element') write(child, `${line}  `, parts)
    if (parts.length > before) parts.push(line, '</', name, '>')
    else parts[before - 1] = '/>'
  } else parts.push('>', content(String(children)), '</', name, '>')
}
