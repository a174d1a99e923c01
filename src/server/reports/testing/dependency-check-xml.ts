import { escapedXml } from './cyclonedx-xml.ts'

/** The names of lists, and of keys whose elements have other names in XML. */
const itemNames: Readonly<Record<string, string>> = { cwes: 'cwe', references: 'reference' }
const elementNames: Readonly<Record<string, string>> = {
  cvssv2: 'cvssV2',
  cvssv3: 'cvssV3',
  cvssv4: 'cvssV4',
}

/** Lists that stand in an element of another name. */
const identifierNames: Readonly<Record<string, string>> = {
  packages: 'package',
  vulnerabilityIds: 'vulnerabilityIds',
}
const vulnerabilityNames: Readonly<Record<string, string>> = {
  vulnerabilities: 'vulnerability',
  suppressedVulnerabilities: 'suppressedVulnerability',
}

const entriesOf = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]
const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

/** Writes a report of Dependency-Check in JSON as the XML that it writes of the same scan. */
export function dependencyCheckXml(report: object, version = '4.1'): string {
  const dependencies = listOf(memberOf(report, 'dependencies')).map(dependencyElement)
  const info = memberOf(report, 'scanInfo')
  const exceptions = listOf(memberOf(info, 'analysisExceptions')).map((each) =>
    element('exception', memberOf(each, 'exception')),
  )
  return `<?xml version="1.0"?>
<analysis xmlns="https://jeremylong.github.io/DependencyCheck/dependency-check.${version}.xsd">
<scanInfo>${element('engineVersion', memberOf(info, 'engineVersion'))}
<dataSource><name>NVD API Last Checked</name><timestamp>2026-01-15T06:00:00Z</timestamp></dataSource>
${exceptions.length > 0 ? `<analysisExceptions>${exceptions.join('')}</analysisExceptions>` : ''}</scanInfo>
${element('projectInfo', memberOf(report, 'projectInfo'))}
<dependencies>${dependencies.join('\n')}</dependencies>
</analysis>
`
}

function dependencyElement(dependency: unknown): string {
  const plain = ['fileName', 'filePath', 'sha256'].map((key) => element(key, memberOf(dependency, key)))
  const grouped = (group: string, names: Readonly<Record<string, string>>) => {
    const inner = Object.entries(names).flatMap(([key, name]) =>
      listOf(memberOf(dependency, key)).map((each) => element(name, each)),
    )
    return inner.length === 0 ? '' : `<${group}>${inner.join('\n')}</${group}>`
  }
  return `<dependency isVirtual="false">
${plain.join('\n')}
<relatedDependencies><relatedDependency><fileName>other.jar</fileName><identifiers><package><id>pkg:npm/other@1</id></package></identifiers></relatedDependency></relatedDependencies>
<evidenceCollected><evidence type="vendor" confidence="HIGH"><source>file</source><name>name</name><value>x</value></evidence></evidenceCollected>
${grouped('identifiers', identifierNames)}
${grouped('vulnerabilities', vulnerabilityNames)}
</dependency>`
}

function element(name: string, value: unknown): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) {
    const item = itemNames[name] ?? 'item'
    const inner =
      name === 'vulnerableSoftware' ? value.map(softwareElement) : value.map((each) => element(item, each))
    return `<${name}>${inner.join('')}</${name}>`
  }
  if (typeof value !== 'object' || value === null) return `<${name}>\n  ${escapedXml(value)}\n</${name}>`
  const isVulnerability = Object.values(vulnerabilityNames).includes(name)
  const source = isVulnerability ? ` source="${escapedXml(memberOf(value, 'source'))}"` : ''
  const parts = entriesOf(value).filter(
    ([key]) => /^[a-z][\w-]*$/i.test(key) && !(isVulnerability && key === 'source'),
  )
  return `<${name}${source}>${parts.map(([key, part]) => element(elementNames[key] ?? key, part)).join('\n')}</${name}>`
}

function softwareElement(each: unknown): string {
  const entries = entriesOf(memberOf(each, 'software'))
  const attributes = entries.filter(([key]) => key !== 'id' && /^[a-z][\w-]*$/i.test(key))
  const written = attributes.map(([key, part]) => ` ${key}="${escapedXml(part)}"`).join('')
  return `<software${written}>${escapedXml(memberOf(memberOf(each, 'software'), 'id'))}</software>`
}
