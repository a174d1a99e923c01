import { asName, asObject, asObjects, getIn, type JsonObject } from '../../values/json-values.ts'
import { asResource } from '../../values/resources.ts'
import { isInfrastructureScanner } from './kind.ts'
import { sharedOf } from './logical.ts'
import type { SarifRun } from './run.ts'

/** Kinds of logical locations in programs and documents. Source: SARIF 2.1.0, 3.33.7. */
const programKinds = new Set(
  `function member module namespace parameter returntype type variable attribute comment declaration dtd element
  processinginstruction text array object property value class method package file`.split(/\s+/),
)

/** Properties with the name of a resource, and those with its type, which some tools report separately. */
const nameKeys =
  `resource resource_address resourceAddress resource_name resourceName resource_id resourceId`.split(' ')
const typeKeys = ['resource_type', 'resourceType']

/**
 * The resource of infrastructure code that a result is about: a logical location of the kind `resource`, or any that a
 * scanner of infrastructure reports, else a property of the result. Names of classes and methods are none.
 * @param place one of the locations of the result
 * @param path of the file of that location.
 */
export function resourceOf(
  { result, run }: { result: JsonObject; run: SarifRun },
  place: unknown,
  path: string | null,
): string | null {
  const isInfrastructure = isInfrastructureScanner(run)
  const logical = asObjects(getIn(place, 'logicalLocations')).slice(0, 20)
  for (const each of logical) {
    const location = asObject(sharedOf(each, run))
    const kind = asName(location?.['kind'], 200)
    const isResource = kind?.toLowerCase() === 'resource'
    const isType = isInfrastructure && !programKinds.has(kind?.toLowerCase() ?? '')
    const name = asName(location?.['fullyQualifiedName']) ?? asName(location?.['name'])
    const resource = asResource(isResource ? name : isType ? withType(kind, name) : null, path)
    if (resource !== null) return resource
  }
  const properties = asObject(result['properties'])
  return properties && asResource(namedIn(properties), path)
}

function namedIn(properties: JsonObject): string | null {
  const own = asObject(properties['resource'])
  if (own) return withType(asName(own['type'], 200), asName(own['address'] ?? own['name'] ?? own['id']))
  const name = nameKeys.flatMap((key) => asName(properties[key], Number.POSITIVE_INFINITY) ?? [])[0] ?? null
  const type = typeKeys.flatMap((key) => asName(properties[key], 200) ?? [])[0] ?? null
  return withType(type, name)
}

/** `aws_s3_bucket` and `logs` as `aws_s3_bucket.logs`; a name that contains its type stays as it is. */
function withType(type: string | null, name: string | null): string | null {
  return name === null || type === null || name.includes(type) ? name : `${type}.${name}`
}
