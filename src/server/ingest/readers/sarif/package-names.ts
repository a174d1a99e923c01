import { packageOf } from '#server/purl.ts'
import { ecosystemOfWord } from '../../ecosystems.ts'
import { bounds, name as oneName } from '../../values.ts'

/** A package as a text names it. */
export type NamedVersion = {
  name: string
  /** '' where it is not known. */
  version: string
  ecosystem: string | null
}

const longestPurl = 2_048
const longestText = 2_000
const mostLines = 60

/** The lines `Label: value` of a text by their label in lower case, such as those of Trivy and Grype. */
export function labelsIn(text: string | null): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  for (const line of text?.slice(0, longestText).split('\n', mostLines) ?? []) {
    const [, label, value] = /^[\s*]*([A-Za-z][A-Za-z ]{0,30}):(.*)$/.exec(line) ?? []
    const key = label?.trim().toLowerCase()
    if (key && value !== undefined && !labels.has(key)) labels.set(key, value.trim())
  }
  return labels
}

/** `Package: lodash`, `Installed Version: 4.17.20`; the package may be a package URL. */
export function fromLabels(labels: ReadonlyMap<string, string>): NamedVersion | null {
  const given = oneName(labels.get('package') ?? labels.get('vulnerable module'), bounds.url)
  if (given === null) return null
  const named = fromIdentifier(given)
  const version = oneName(labels.get('installed version') ?? labels.get('version'), 200)
  if (named !== null) return { ...named, version: named.version === '' ? (version ?? '') : named.version }
  const word = labels.get('type') ?? labels.get('package manager')
  return { name: given, version: version ?? '', ecosystem: ecosystemOfType(word) }
}

/** The sentences of Grype, old and new, and of OSV-Scanner. */
export function fromSentence(message: string | null): NamedVersion | null {
  const text = message?.slice(0, longestText) ?? ''
  const grype =
    /\bvulnerability in (?:([\w.-]{1,40}) )?package: (\S{1,500}), version (\S{0,200}) was found/.exec(text)
  if (grype?.[2]) return { name: grype[2], version: grype[3] ?? '', ecosystem: ecosystemOfType(grype[1]) }
  const anchore = /\breports (\S{1,500}) at version (\S{1,200})\s.{0,80}\(([\w.-]{1,40})\) package\b/.exec(
    text,
  )
  if (anchore?.[1])
    return { name: anchore[1], version: anchore[2] ?? '', ecosystem: ecosystemOfType(anchore[3]) }
  const osv = /^Package '([^'\n]{1,700})' is vulnerable to '/.exec(text)?.[1]
  if (osv === undefined) return null
  const parts = /^(.+)@([^@]*)$/.exec(osv)
  if (parts?.[1]) return { name: parts[1], version: parts[2] ?? '', ecosystem: null }
  // Of a package that is known by its commit alone.
  return /^[0-9a-f]{40}$/.test(osv) ? { name: 'unknown', version: osv, ecosystem: null } : plain(osv)
}

/** A package URL, a CPE name, or `name@version`; null for anything else. */
export function fromIdentifier(text: string | null): NamedVersion | null {
  if (text === null || text.length > longestPurl) return null
  if (text.startsWith('pkg:')) {
    const named = packageOf(text)
    const name = oneName(named?.name)
    return named === null || name === null
      ? null
      : { name, version: oneName(named.version) ?? '', ecosystem: named.ecosystem }
  }
  if (/^cpe:/i.test(text)) return fromCpe(text)
  const parts = /^(@?[^\s@]+)@(v?\d[^\s@:/]*)$/.exec(text)
  return parts?.[1] ? { name: parts[1], version: parts[2] ?? '', ecosystem: null } : null
}

/** The package that all of several package URLs name, with the version that all of them say. */
export function fromPurls(purls: readonly string[]): NamedVersion | null {
  const named = purls.flatMap((purl) => fromIdentifier(purl) ?? [])
  const [first] = named
  if (first === undefined || named.some((each) => each.name !== first.name)) return null
  return { ...first, version: named.every((each) => each.version === first.version) ? first.version : '' }
}

/** A package with the group that a package URL says of it, where the text says only its name. */
export function inFull(named: NamedVersion, purls: readonly string[]): NamedVersion {
  const full = purls
    .flatMap((purl) => fromIdentifier(purl) ?? [])
    .find(
      ({ name }) => name === named.name || name.endsWith(`:${named.name}`) || name.endsWith(`/${named.name}`),
    )
  return full === undefined ? named : { ...full, version: named.version }
}

/** Whether a text means a package by its name, with its group or without. */
export function isSamePackage(full: string, said: string): boolean {
  return full === said || full.endsWith(`:${said}`) || full.endsWith(`/${said}`)
}

/** Snyk: `(CVE-2020-8203) lodash@4.17.15` in the rule, "introduces a vulnerable lodash package" in the result. */
export function fromDescription(description: string | null, message: string | null): NamedVersion | null {
  const text = description?.slice(0, longestText) ?? ''
  const parts = /^(?:\([^()]{1,500}\) )?(?:in )?(@?[^\s@()]{1,500})@([^\s@]{1,200})(?=\s|$)/.exec(text)
  if (parts?.[1]) return { name: parts[1], version: parts[2] ?? '', ecosystem: null }
  const introduced = /\bintroduces a vulnerable (\S{1,500}) (?:[\w.-]{1,40} )?package\b/.exec(
    message?.slice(0, longestText) ?? '',
  )?.[1]
  return introduced === undefined ? null : plain(introduced)
}

/** The package behind a manifest (`package-lock.json?lodash:4.17.20`), else an archive: `log4j-core-2.14.1.jar`. */
export function fromFile(path: string | null): NamedVersion | null {
  if (path === null) return null
  const [file = '', own] = path.split('?', 2)
  if (own) {
    const [, name, version] = /^\/?(.+?)(?::(v?\d[^:]*))?$/s.exec(own.slice(0, 700)) ?? []
    return name === undefined ? null : { name, version: version ?? '', ecosystem: null }
  }
  const base = file.slice(file.lastIndexOf('/') + 1).slice(0, 300)
  const archive = /\.(?:jar|war|ear|nupkg|dll|gem|whl|tgz|js|aar|egg)$/i.exec(base)
  if (!archive) return null
  const stem = base.slice(0, archive.index)
  const parts = /^(.*?)[-_](v?\d+(?:\.[\w.+-]*)?)$/.exec(stem)
  if (parts?.[1]) return { name: parts[1], version: parts[2] ?? '', ecosystem: null }
  return stem === '' ? null : plain(stem)
}

const plain = (name: string): NamedVersion => ({ name, version: '', ecosystem: null })

/** `cpe:2.3:a:vendor:product:version:…` or `cpe:/a:vendor:product:version`. Source: NIST IR 7695. */
function fromCpe(text: string): NamedVersion | null {
  const parts = text
    .replace(/^cpe:(?:2\.3:|\/)/i, '')
    .split(/(?<!\\):/)
    .map((part) => part.replaceAll('\\', ''))
  const name = oneName(parts[2])
  const version = oneName(parts[3]) ?? ''
  return name === null ? null : { name, version: /^[*-]?$/.test(version) ? '' : version, ecosystem: null }
}

/** A type such as `java-archive`; one without an ecosystem here, such as `rpm`, stands for itself. */
function ecosystemOfType(word: string | undefined): string | null {
  if (word === undefined) return null
  const type = word.trim().toLowerCase()
  return ecosystemOfWord(type) ?? (/^[a-z][\w.+-]{0,30}$/.test(type) ? type : null)
}
