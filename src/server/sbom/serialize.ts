import { type Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import type { CycloneDxVersion, Output } from './format.ts'

const specs = {
  '1.4': Spec.Spec1dot4,
  '1.5': Spec.Spec1dot5,
  '1.6': Spec.Spec1dot6,
  '1.7': Spec.Spec1dot7,
} as const

// An entry without dependencies would state that a component has none (CycloneDX, "dependencies"), which is not
// known of packages that a lockfile lists. So only entries that say something are written.

class KnownJsonGraph extends Serialize.JSON.Normalize.DependencyGraphNormalizer {
  override normalize(...given: Parameters<Serialize.JSON.Normalize.DependencyGraphNormalizer['normalize']>) {
    return super.normalize(...given)?.filter((entry) => (entry.dependsOn?.length ?? 0) > 0)
  }
}

class JsonFactory extends Serialize.JSON.Normalize.Factory {
  override makeForDependencyGraph() {
    return new KnownJsonGraph(this)
  }
}

class KnownXmlGraph extends Serialize.XML.Normalize.DependencyGraphNormalizer {
  override normalize(...given: Parameters<Serialize.XML.Normalize.DependencyGraphNormalizer['normalize']>) {
    const graph = super.normalize(...given)
    return graph && { ...graph, children: elementsOf(graph).filter((entry) => elementsOf(entry).length > 0) }
  }
}

type Element = NonNullable<ReturnType<Serialize.XML.Normalize.DependencyGraphNormalizer['normalize']>>

function elementsOf({ children }: Pick<Element, 'children'>) {
  if (typeof children !== 'object') return []
  return [...children].filter((child) => child.type === 'element')
}

class XmlFactory extends Serialize.XML.Normalize.Factory {
  override makeForDependencyGraph() {
    return new KnownXmlGraph(this)
  }
}

/** Writes a bill of materials as text, its lists in a stable order. */
export function serialize(bom: Models.Bom, version: CycloneDxVersion, output: Output): string {
  const spec = specs[version]
  const serializer =
    output === 'json'
      ? new Serialize.JsonSerializer(new JsonFactory(spec))
      : new Serialize.XmlSerializer(new XmlFactory(spec))
  return serializer.serialize(bom, { sortLists: true, space: 2 })
}
