/** A package URL. Absent parts are ''. Source: purl specification (ECMA-427). */
export interface PackageUrl {
  /** In lower case. */
  type: string
  namespace: string
  name: string
  version: string
  qualifiers: ReadonlyMap<string, string>
  subpath: string
}

type Part = 'namespace' | 'name' | 'version'

/** What a type demands. Source: purl specification, definitions of types. */
interface TypeRules {
  /** Parts that do not tell capitals apart. */
  lower?: readonly Part[]
  namespace?: 'required' | 'prohibited'
  /** A qualifier without which nothing is named. */
  qualifier?: string
  /** Names and versions that are none. */
  invalid?: Partial<Record<Part, RegExp>>
}

const inLower = (...lower: Part[]): TypeRules => ({ lower })
const withNamespace = (...lower: Part[]): TypeRules => ({ lower, namespace: 'required' })
const withoutNamespace = (...lower: Part[]): TypeRules => ({ lower, namespace: 'prohibited' })

const rulesByType: ReadonlyMap<string, TypeRules> = new Map(
  Object.entries({
    alpm: withNamespace('namespace', 'name'),
    apk: withNamespace('namespace', 'name'),
    bazel: withoutNamespace(),
    bitbucket: withNamespace('namespace', 'name'),
    bitnami: withoutNamespace('name'),
    brew: inLower('namespace', 'name'),
    cargo: withoutNamespace(),
    'chrome-extension': {
      ...withoutNamespace('name'),
      invalid: { name: /^(?![a-p]{32}$)/, version: /^(?!\d+(?:\.\d+){0,3}$)(?!$)/ },
    },
    cocoapods: withoutNamespace(),
    // The specification requires a namespace; `ext-json` and `php` of a platform have none.
    composer: inLower('namespace', 'name'),
    conda: withoutNamespace(),
    // Names are those of distributions, not of their modules.
    cpan: { invalid: { name: /::/ } },
    cran: withoutNamespace(),
    deb: withNamespace('namespace', 'name'),
    gem: withoutNamespace(),
    git: withNamespace(),
    github: withNamespace('namespace', 'name'),
    hackage: withoutNamespace(),
    hex: inLower('namespace', 'name'),
    huggingface: withNamespace('version'),
    julia: { ...withoutNamespace(), qualifier: 'uuid' },
    luarocks: inLower('namespace', 'name'),
    maven: withNamespace(),
    mlflow: withoutNamespace(),
    nuget: withoutNamespace(),
    oci: withoutNamespace('name', 'version'),
    opam: withoutNamespace(),
    otp: withoutNamespace('name'),
    pub: withoutNamespace('name'),
    pypi: withoutNamespace('name', 'version'),
    qpkg: withNamespace('namespace'),
    rpm: withNamespace('namespace'),
    swid: { qualifier: 'tag_id' },
    swift: withNamespace(),
    vcpkg: withoutNamespace(),
    'vscode-extension': withNamespace('namespace', 'name', 'version'),
    yocto: inLower('namespace'),
  }),
)

/** A package URL that was read, and what of it the specification does not allow. */
export interface ReadPackageUrl {
  url: PackageUrl
  /** In words that follow "it has": `no namespace`. Empty for a valid one. */
  faults: string[]
}

/**
 * Reads a package URL leniently: what names a type and a package is read, whatever else is wrong with it. Null for
 * anything else.
 */
export function readPackageUrl(text: string): ReadPackageUrl | null {
  const scheme = /^pkg:\/*/i.exec(text.trim())
  if (scheme === null) return null
  const faults = new Set<string>()
  const decode = (part: string) => decoded(part, faults)
  const [beforeSubpath = '', subpath = ''] = splitAt(text.trim().slice(scheme[0].length), '#')
  const [path = '', query = ''] = splitAt(beforeSubpath, '?')
  const [rawType = '', rest = ''] = splitAt(path, '/')
  const type = rawType.toLowerCase()
  if (!/^[a-z][a-z0-9.+-]*$/.test(type)) return null
  const { before, version } = splitVersion(withoutSlashes(rest))
  const last = before.lastIndexOf('/')
  const name = decode(before.slice(last + 1)).trim()
  if (name === '') return null
  const url = normalized({
    type,
    namespace: segments(before.slice(0, Math.max(last, 0)), decode).join('/'),
    name,
    version: decode(version).trim(),
    qualifiers: qualifiersIn(query, decode, faults),
    subpath: segments(subpath, decode)
      .filter((segment) => segment !== '.' && segment !== '..')
      .join('/'),
  })
  for (const fault of faultsOfType(url)) faults.add(fault)
  return { url, faults: [...faults] }
}

function* faultsOfType(url: PackageUrl): Generator<string> {
  const { namespace, qualifier, invalid = {} } = rulesByType.get(url.type) ?? {}
  if (namespace === 'required' && url.namespace === '') yield 'no namespace'
  if (namespace === 'prohibited' && url.namespace !== '') yield 'a namespace'
  if (qualifier !== undefined && !url.qualifiers.has(qualifier)) yield `no \`${qualifier}\``
  if (invalid.name?.test(url.name)) yield 'an invalid name'
  if (invalid.version?.test(url.version)) yield 'an invalid version'
}

/** The types whose versions have an epoch, which a qualifier may say. */
const typesWithEpoch = new Set(['alpine', 'alpm', 'apk', 'deb', 'rpm'])

/** A version with the epoch that stands beside it in a package URL: `3.0.7-1.el9?epoch=1` is `1:3.0.7-1.el9`. */
export function versionWithEpoch(version: string, { type, qualifiers }: PackageUrl): string {
  const epoch = typesWithEpoch.has(type) ? (qualifiers.get('epoch') ?? '') : ''
  return !/^0*[1-9]\d*$/.test(epoch) || version === '' || /^\d+:/.test(version)
    ? version
    : `${epoch}:${version}`
}

/** Whether packages of a type are named with a namespace, so that none can be named without. */
export const needsNamespace = (type: string): boolean => rulesByType.get(type)?.namespace === 'required'

/** The canonical form of a package URL. */
export function formatPackageUrl(parts: Pick<PackageUrl, 'type' | 'name'> & Partial<PackageUrl>): string {
  const { type, namespace, name, version, qualifiers, subpath } = normalized({
    ...{ namespace: '', version: '', qualifiers: new Map(), subpath: '' },
    ...parts,
  })
  const pairs = [...qualifiers]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${encoded(value)}`)
  return [
    `pkg:${type}/`,
    namespace === '' ? '' : `${encodedPath(namespace)}/`,
    encoded(name),
    version === '' ? '' : `@${encoded(version)}`,
    pairs.length === 0 ? '' : `?${pairs.join('&')}`,
    subpath === '' ? '' : `#${encodedPath(subpath)}`,
  ].join('')
}

/** The canonical form of a package URL; null for anything else. */
export function canonicalPurl(text: string): string | null {
  const read = readPackageUrl(text)
  return read && formatPackageUrl(read.url)
}

function normalized(url: PackageUrl): PackageUrl {
  const { lower = [] } = rulesByType.get(url.type) ?? {}
  const parts = Object.fromEntries(lower.map((part) => [part, url[part].toLowerCase()]))
  const result: PackageUrl = { ...url, ...parts }
  if (url.type === 'pypi') result.name = result.name.replaceAll('_', '-')
  if (url.type === 'pub') result.name = result.name.replace(/[^a-z0-9_]/g, '_')
  // Databricks does not tell capitals apart, other registries of MLflow do.
  if (url.type === 'mlflow' && url.qualifiers.get('repository_url')?.includes('databricks'))
    result.name = result.name.toLowerCase()
  return result
}

/** The version begins at the last `@`, which is no version where a scope begins: `@babel/core`. */
function splitVersion(path: string): { before: string; version: string } {
  const at = path.lastIndexOf('@')
  const isScope = (at === 0 || path[at - 1] === '/') && path.includes('/', at)
  return at < 0 || isScope
    ? { before: path, version: '' }
    : { before: path.slice(0, at), version: path.slice(at + 1) }
}

function qualifiersIn(
  query: string,
  decode: (part: string) => string,
  faults: Set<string>,
): ReadonlyMap<string, string> {
  const qualifiers = new Map<string, string>()
  for (const pair of query.split('&')) {
    const [rawKey = '', rawValue = ''] = splitAt(pair, '=')
    const [key, value] = [rawKey.toLowerCase(), decode(rawValue).trim()]
    if (value === '') continue
    if (!/^[a-z][a-z0-9._-]*$/.test(key)) faults.add('a qualifier with an invalid key')
    else if (qualifiers.has(key)) faults.add('a qualifier twice')
    else qualifiers.set(key, value)
  }
  return qualifiers
}

/** The text before the first divider, and that after it. */
function splitAt(text: string, divider: string): string[] {
  const at = text.indexOf(divider)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

const withoutSlashes = (path: string) => {
  let [start, end] = [0, path.length]
  while (path[start] === '/') start += 1
  while (end > start && path[end - 1] === '/') end -= 1
  return path.slice(start, end)
}

const segments = (path: string, decode: (part: string) => string) =>
  path.split('/').flatMap((segment) => (segment === '' ? [] : [decode(segment)]))

/** Decodes what is encoded, and leaves a percent sign that encodes nothing as it is. */
function decoded(part: string, faults: Set<string>): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    faults.add('a percent sign that encodes nothing')
    return part.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
      try {
        return decodeURIComponent(bytes)
      } catch {
        return bytes
      }
    })
  }
}

const encodedPath = (path: string) => path.split('/').map(encoded).join('/')

/** Everything but letters, digits and `.-_~:` is encoded. */
const encoded = (part: string) =>
  encodeURIComponent(part.toWellFormed())
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%3A', ':')
