/** Which XML a text is, by its beginning; `unknown` if its root element is not there. */
export function xmlKind(text: string): 'cyclonedx' | 'dependency-check' | 'other' | 'unknown' {
  const start = text.slice(0, 10_000)
  const root = rootName(start)
  if (root === null) return 'unknown'
  const name = root.replace(/^.*:/, '')
  if (name === 'bom' && start.includes('cyclonedx.org/schema/bom')) return 'cyclonedx'
  const isAnalysis = name === 'analysis' && /\/dependency-check\.[2-9]\.\d{1,2}\.xsd/i.test(start)
  return isAnalysis ? 'dependency-check' : 'other'
}

/** The name of the root element, or of the document type before it; null if the text ends before it. */
function rootName(text: string): string | null {
  let rest = text
  for (;;) {
    const end = rest.startsWith('<?') ? '?>' : rest.startsWith('<!--') ? '-->' : null
    if (end === null) return /^<(?:!doctype\s+)?([\w.:-]*)/i.exec(rest)?.[1] ?? null
    const at = rest.indexOf(end)
    if (at < 0) return null
    rest = rest.slice(at + end.length).trimStart()
  }
}

/** Larger metadata is not read: the name of a project is not worth it. */
const maxMetadata = 512 * 1024

/** The subject of CycloneDX XML in the form of CycloneDX JSON; without a subject if it cannot be read. */
export function bomOfXml(text: string): unknown {
  const format = { bomFormat: 'CycloneDX' }
  const metadata = /<((?:[\w.-]+:)?)metadata[\s>]/.exec(text.slice(0, maxMetadata))
  const prefix = metadata?.[1] ?? ''
  const endTag = `</${prefix}metadata>`
  const end = text.slice(0, maxMetadata).indexOf(endTag)
  // The service refuses document types, which can define entities.
  if (metadata === null || end < 0 || /<!doctype/i.test(text.slice(0, end))) return format
  const start = `${text.slice(0, end)}${endTag}</${prefix}bom>`
  const root = new DOMParser().parseFromString(start, 'application/xml').documentElement
  const component = childNamed(childNamed(root, 'metadata'), 'component')
  const references = [...(childNamed(component, 'externalReferences')?.children ?? [])]
  return {
    ...format,
    metadata: {
      component: {
        group: textOf(component, 'group'),
        name: textOf(component, 'name'),
        externalReferences: references.map((one) => ({
          type: one.getAttribute('type'),
          url: textOf(one, 'url'),
        })),
      },
    },
  }
}

const childNamed = (element: Element | undefined, name: string) =>
  [...(element?.children ?? [])].find(({ localName }) => localName === name)

const textOf = (element: Element | undefined, name: string) => childNamed(element, name)?.textContent?.trim()
