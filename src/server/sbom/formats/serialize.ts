import { Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import type { Bom } from './bom.ts'
import type { CycloneDxVersion, Output } from './format.ts'
import { writeXml } from './write-xml.ts'

const specs = {
  '1.4': Spec.Spec1dot4,
  '1.5': Spec.Spec1dot5,
  '1.6': Spec.Spec1dot6,
  '1.7': Spec.Spec1dot7,
} as const

// An entry without dependencies states that a component has none (CycloneDX, "dependencies"). Such entries are written
// only for components whose dependencies are known; for others only non-empty entries are written.

type Known = ReadonlySet<string>

class KnownJsonGraph extends Serialize.JSON.Normalize.DependencyGraphNormalizer {
  readonly known: Known
  constructor(factory: Serialize.JSON.Normalize.Factory, known: Known) {
    super(factory)
    this.known = known
  }
  override normalize(...args: Parameters<Serialize.JSON.Normalize.DependencyGraphNormalizer['normalize']>) {
    return super
      .normalize(...args)
      ?.filter((entry) => (entry.dependsOn?.length ?? 0) > 0 || this.known.has(entry.ref))
  }
}

class JsonFactory extends Serialize.JSON.Normalize.Factory {
  readonly known: Known
  constructor(spec: (typeof specs)[CycloneDxVersion], known: Known) {
    super(spec)
    this.known = known
  }
  override makeForDependencyGraph() {
    return new KnownJsonGraph(this, this.known)
  }
}

class KnownXmlGraph extends Serialize.XML.Normalize.DependencyGraphNormalizer {
  readonly known: Known
  constructor(factory: Serialize.XML.Normalize.Factory, known: Known) {
    super(factory)
    this.known = known
  }
  override normalize(...args: Parameters<Serialize.XML.Normalize.DependencyGraphNormalizer['normalize']>) {
    const graph = super.normalize(...args)
    const isKnown = (entry: Element) =>
      elementsOf(entry).length > 0 || this.known.has(String(entry.attributes?.['ref']))
    return graph && { ...graph, children: elementsOf(graph).filter(isKnown) }
  }
}

type Element = NonNullable<ReturnType<Serialize.XML.Normalize.DependencyGraphNormalizer['normalize']>>

function elementsOf({ children }: Pick<Element, 'children'>) {
  if (typeof children !== 'object') return []
  return [...children].filter((child) => child.type === 'element')
}

class XmlFactory extends Serialize.XML.Normalize.Factory {
  readonly known: Known
  constructor(spec: (typeof specs)[CycloneDxVersion], known: Known) {
    super(spec)
    this.known = known
  }
  override makeForDependencyGraph() {
    return new KnownXmlGraph(this, this.known)
  }
}

/** The library's own builder holds the whole file as nodes: 100,000 components took 2 GB and eleven seconds. */
class XmlSerializer extends Serialize.XmlBaseSerializer {
  protected _serialize(root: Element): string {
    return writeXml(root)
  }
}

/** Writes a bill of materials as text, with its lists in their existing order. */
export function serialize({ bom, withRequirements }: Bom, version: CycloneDxVersion, output: Output): string {
  const refs = new Set([...withRequirements].map((ref) => ref.toString()))
  const spec = specs[version]
  const serializer =
    output === 'json'
      ? new Serialize.JsonSerializer(new JsonFactory(spec, refs))
      : new XmlSerializer(new XmlFactory(spec, refs))
  return serializer.serialize(bom, { sortLists: false, space: 2 })
}
