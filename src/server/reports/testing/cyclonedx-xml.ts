/** A list of CycloneDX JSON whose elements have a name in XML. */
const itemNames: Readonly<Record<string, string>> = {
  advisories: 'advisory',
  affects: 'target',
  components: 'component',
  cwes: 'cwe',
  dependencies: 'dependency',
  externalReferences: 'reference',
  hashes: 'hash',
  occurrences: 'occurrence',
  properties: 'property',
  ratings: 'rating',
  references: 'reference',
  services: 'service',
  tools: 'tool',
  vulnerabilities: 'vulnerability',
}

/** Keys that are attributes in XML, by the name of the element. */
const attributeNames: Readonly<Record<string, readonly string[]>> = {
  component: ['bom-ref', 'type'],
  dependency: ['ref'],
  hash: ['alg'],
  property: ['name'],
  reference: ['type'],
  vulnerability: ['bom-ref'],
}

/** Keys that are the text between the tags in XML, by the name of the element. */
const textNames: Readonly<Record<string, string>> = { hash: 'content', property: 'value' }

/** Text for XML. Characters that XML 1.0 cannot contain are left out. An object may have no text of its own. */
export const escapedXml = (value: unknown) =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value))
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain them.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * Writes a CycloneDX document as XML. Keys are written in their order, which decides whether the XML is valid. Values of
 * other kinds than the schema demands become text, or elements of a kind that it does not know.
 */
export function cycloneDxXml(document: object): string {
  const { specVersion, ...rest } = { specVersion: '1.6', ...document }
  const parts = Object.entries(rest).filter(
    ([key]) => !['bomFormat', 'version', 'serialNumber'].includes(key),
  )
  const inner = parts.map(([key, value]) => elementOf(key, value)).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<bom xmlns="http://cyclonedx.org/schema/bom/${escapedXml(specVersion)}" version="1">
${inner}
</bom>
`
}

function elementOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return `<${name}>${value.map((item) => itemOf(name, item)).join('\n')}</${name}>`
  if (typeof value !== 'object' || value === null) return `<${name}>${escapedXml(value)}</${name}>`
  const attributes = attributeNames[name] ?? []
  const textKey = textNames[name]
  let start = `<${name}`
  let inner = ''
  for (const [key, part] of Object.entries(value)) {
    if (!/^[a-z][\w-]*$/i.test(key)) continue
    if (attributes.includes(key)) start += ` ${key}="${escapedXml(part)}"`
    else if (key === textKey) inner += escapedXml(part)
    else if (name === 'dependency' && key === 'dependsOn' && Array.isArray(part))
      inner += part.map((ref) => `<dependency ref="${escapedXml(ref)}"/>`).join('')
    else inner += elementOf(key, part)
  }
  return `${start}>${inner}</${name}>`
}

function itemOf(list: string, item: unknown): string {
  if (list !== 'licenses') return elementOf(itemNames[list] ?? 'item', item)
  const entries = typeof item === 'object' && item !== null ? Object.entries(item) : []
  return entries.map(([key, part]) => elementOf(/^[a-z]+$/.test(key) ? key : 'other', part)).join('')
}
