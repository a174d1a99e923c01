import type { scanFormats } from '#contract/vocabulary.ts'
import { bomOfXml, xmlKind } from './inspect-xml.ts'

/** The formats that are recognized by their content. */
type Format = (typeof scanFormats)[number]

/** Why a file is not sent. */
export type FileFault = 'empty' | 'too-large' | 'xml' | 'archive' | 'document' | 'not-json' | 'unreadable'

/** What a file contains, as far as it can be read cheaply. */
export interface Inspected {
  fault?: FileFault
  format?: Format
  /** The project that the file names, such as `acme/shop`. */
  project?: string
  branch?: string
  commit?: string
}

/** The size limits of a file in bytes. Source: capabilities of the service. */
export interface FileLimits {
  /** The limit as sent. */
  sent: number
  /** The limit after decompression. */
  inflated: number
}

/** Larger files are not parsed here: that would block the page. */
const parsedAtMost = 8 * 1024 * 1024
const gzipParsedAtMost = 1024 * 1024

/** The bytes by which a file is recognized: the root element of XML may follow a long comment. */
const headSize = 4096

const begins = (head: Uint8Array, ...bytes: number[]) => bytes.every((byte, at) => head[at] === byte)

/**
 * Inspects a file before the upload: whether it can be a scanner's report, its format, and the project, branch and
 * commit it names.
 */
export async function inspectFile(file: File, limits: FileLimits): Promise<Inspected> {
  if (file.size === 0) return { fault: 'empty' }
  const head = new Uint8Array(await file.slice(0, headSize).arrayBuffer())
  const isGzip = begins(head, 0x1f, 0x8b)
  if (file.size > (isGzip ? limits.sent : limits.inflated)) return { fault: 'too-large' }
  if (isGzip) return file.size > gzipParsedAtMost ? {} : described(await inflated(file))
  const fault = faultOf(head)
  if (fault) return { fault }
  return file.size > parsedAtMost ? {} : described(await file.text())
}

function faultOf(head: Uint8Array): FileFault | undefined {
  if (begins(head, 0x50, 0x4b) || begins(head, 0x37, 0x7a) || begins(head, 0x42, 0x5a, 0x68)) return 'archive'
  if (begins(head, 0x25, 0x50, 0x44, 0x46) || begins(head, 0x89, 0x50) || begins(head, 0xff, 0xd8))
    return 'document'
  // The service accepts UTF-8 with a byte order mark, and names any other encoding in its error.
  if (begins(head, 0xff, 0xfe) || begins(head, 0xfe, 0xff)) return undefined
  const content = new TextDecoder().decode(head)
  const text = content.trimStart()
  if (text.startsWith('<')) return xmlKind(text) === 'other' ? 'xml' : undefined
  if (isTable(content)) return undefined
  return text === '' || /^[{[]/.test(text) ? undefined : 'not-json'
}

/** Whether the first line can be the head of a table of findings, which the service checks. */
function isTable(text: string): boolean {
  const columns =
    text
      .replace(/^\ufeff/, '')
      .split(/\r?\n/, 1)[0]
      ?.split(/[,;\t]/) ?? []
  return (
    columns.some((name) => /^\s*"?rule"?\s*$/i.test(name)) && columns.every((name) => /^[\s\w"]*$/.test(name))
  )
}

async function inflated(file: File): Promise<string> {
  try {
    const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      text += decoder.decode(read.value, { stream: true })
      if (text.length <= parsedAtMost) continue
      await reader.cancel()
      return ''
    }
    return text
  } catch {
    // A damaged file: the service reports the position.
    return ''
  }
}

function described(content: string): Inspected {
  const text = content.replace(/^\ufeff/, '').trimStart()
  try {
    if (text.startsWith('<')) return describedXml(text)
    return metadataIn(JSON.parse(text))
  } catch {
    if (isTable(text)) return { format: 'gatehouse' }
    // JSON lines, or an error whose position the service reports.
    return /^\s*\{[^\n]*"DetectorName"[^\n]*\}\s*$/m.test(text) ? { format: 'trufflehog' } : {}
  }
}

function describedXml(text: string): Inspected {
  const kind = xmlKind(text)
  if (kind === 'cyclonedx') return metadataIn(bomOfXml(text))
  return kind === 'dependency-check' ? { format: kind } : {}
}

/** Returns the value at a path in JSON of any shape. */
function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    // parse: an object with this name of its own.
    found = (found as Record<string | number, unknown>)[name]
  }
  return found
}

const textAt = (value: unknown, ...path: readonly (string | number)[]) => {
  const text = at(value, ...path)
  return typeof text === 'string' && text.trim() !== '' && text.length <= 500 ? text.trim() : undefined
}

/** Removes undefined properties. */
const withoutUndefined = (metadataIn: { [K in keyof Inspected]: Inspected[K] | undefined }): Inspected =>
  Object.fromEntries(Object.entries(metadataIn).filter(([, value]) => value !== undefined))

function metadataIn(file: unknown): Inspected {
  if (Array.isArray(file)) return withoutUndefined({ format: listFormat(file[0]) })
  if (at(file, 'DetectorName')) return { format: 'trufflehog' }
  if (at(file, 'gatehouse') === 1) return { format: 'gatehouse' }
  if (at(file, 'bomFormat') === 'CycloneDX') return { format: 'cyclonedx', ...ofBill(file) }
  if (Array.isArray(at(file, 'runs'))) return { format: 'sarif', ...ofSarif(file) }
  if (Array.isArray(at(file, 'matches')) && at(file, 'descriptor')) return { format: 'grype' }
  if (at(file, 'auditReportVersion') || (at(file, 'advisories') && at(file, 'actions')))
    return { format: 'npm-audit' }
  if (typeof at(file, 'SchemaVersion') === 'number' && (at(file, 'ArtifactName') || at(file, 'Results')))
    return { format: 'trivy', ...ofTrivy(file) }
  if (at(file, 'scanInfo') && Array.isArray(at(file, 'dependencies'))) return { format: 'dependency-check' }
  if (isGitLab(file)) return { format: 'gitlab' }
  if (isSnyk(file) || (Array.isArray(file) && isSnyk(file[0]))) return { format: 'snyk' }
  if (at(file, 'spdxVersion') || at(file, 'sbom', 'spdxVersion')) return { format: 'spdx' }
  if (isCheckov(file) || (Array.isArray(file) && isCheckov(file[0]))) return { format: 'checkov' }
  const answered =
    at(file, 'sastFindings', 'findings') ?? at(file, 'scaFindings', 'findings') ?? at(file, 'findings')
  if (Array.isArray(answered)) return { format: 'findings', ...ofFindings(answered) }
  const results = at(file, 'results')
  return Array.isArray(results) ? { format: resultsFormat(file, results[0]) } : {}
}

function listFormat(element: unknown): Format | undefined {
  if (at(element, 'RuleID')) return 'gitleaks'
  if (at(element, 'DetectorName')) return 'trufflehog'
  if (at(element, 'security_advisory')) return 'dependabot'
  return at(element, 'most_recent_instance') ? 'code-scanning' : undefined
}

function resultsFormat(file: unknown, result: unknown): Format {
  if (at(result, 'test_id') || at(file, 'metrics')) return 'bandit'
  return at(result, 'packages') || at(file, 'experimental_config') ? 'osv-scanner' : 'semgrep'
}

function ofSarif(file: unknown): Inspected {
  const control = at(file, 'runs', 0, 'versionControlProvenance', 0)
  return withoutUndefined({
    project: repositoryName(textAt(control, 'repositoryUri')),
    branch: branchName(textAt(control, 'branch')),
    commit: textAt(control, 'revisionId'),
  })
}

const isSnyk = (file: unknown) =>
  Array.isArray(at(file, 'vulnerabilities')) && typeof at(file, 'packageManager') === 'string'

const isGitLab = (file: unknown) =>
  Array.isArray(at(file, 'vulnerabilities')) &&
  typeof at(file, 'version') === 'string' &&
  (at(file, 'scan', 'type') ?? at(file, 'scan', 'scanner')) !== undefined

const isCheckov = (file: unknown) =>
  at(file, 'checkov_version') !== undefined ||
  (at(file, 'check_type') !== undefined && at(file, 'results') !== undefined)

function ofTrivy(file: unknown): Inspected {
  const metadata = at(file, 'Metadata')
  return withoutUndefined({
    project: repositoryName(textAt(metadata, 'RepoURL')),
    branch: textAt(metadata, 'Branch'),
    commit: textAt(metadata, 'Commit'),
  })
}

function ofBill(file: unknown): Inspected {
  const component = at(file, 'metadata', 'component')
  const references = at(component, 'externalReferences')
  const control = Array.isArray(references) ? references.find((one) => at(one, 'type') === 'vcs') : undefined
  const [group, name] = [textAt(component, 'group'), textAt(component, 'name')]
  const named = name && /^[\w@.-]+(\/[\w.-]+)*$/.test(name) ? (group ? `${group}/${name}` : name) : undefined
  return withoutUndefined({ project: repositoryName(textAt(control, 'url')) ?? named })
}

function ofFindings(findings: readonly unknown[]): Inspected {
  return withoutUndefined({
    project: textAt(findings, 0, 'repository', 'name'),
    branch: branchName(textAt(findings, 0, 'ref')),
  })
}

const branchName = (ref: string | undefined) => ref?.replace(/^refs\/heads\//, '')

/** Returns `acme/shop` for `https://github.com/acme/shop.git` and `git@github.com:acme/shop.git`. */
function repositoryName(address: string | undefined): string | undefined {
  const path = /^(?:[a-z+]+:\/\/[^/]+\/|[^@/\s]+@[^:/\s]+:)([\w./-]+?)(?:\.git)?\/?$/i.exec(
    address ?? '',
  )?.[1]
  return path?.includes('/') ? path : undefined
}
