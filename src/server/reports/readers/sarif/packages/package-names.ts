import { ecosystemOfName } from '#contract/ecosystems.ts'
import { packageOf } from '#server/base/purl.ts'
import { bounds, asName as oneName } from '../../../values/json-values.ts'

/** A package as named in a text. */
export type NamedVersion = {
  name: string
  /** '' if unknown. */
  version: string
  ecosystem: string | null
}

const maxPurlLength = 2_048
const maxTextLength = 2_000
const maxLines = 60

/** The lines `Label: value` of a text by lower-case label, such as those of Trivy and Grype. */
export function labelsIn(text: string | null): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  for (const line of text?.slice(0, maxTextLength).split('\n', maxLines) ?? []) {
    const [, label, value] = /^[\s*]*([A-Za-z][A-Za-z ]{0,30}):(.*)$/.exec(line) ?? []
    const key = label?.trim().toLowerCase()
    if (key && value !== undefined && !labels.has(key)) labels.set(key, value.trim())
  }
  return labels
}

/** `Package: lodash`, `Installed Version: 4.17.20`; the package may be a package URL. */
export function fromLabels(labels: ReadonlyMap<string, string>): NamedVersion | null {
  const label = oneName(labels.get('package') ?? labels.get('vulnerable module'), bounds.url)
  if (label === null) return null
  const identified = fromIdentifier(label)
  const version = oneName(labels.get('installed version') ?? labels.get('version'), 200)
  if (identified !== null)
    return { ...identified, version: identified.version === '' ? (version ?? '') : identified.version }
  const word = labels.get('type') ?? labels.get('package manager')
  return { name: label, version: version ?? '', ecosystem: ecosystemOfType(word) }
}

/** The sentences of Grype, in the old and the new wording, and of OSV-Scanner. */
export function fromSentence(message: string | null): NamedVersion | null {
  const text = message?.slice(0, maxTextLength) ?? ''
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
  // A package that is identified only by its commit.
  return /^[0-9a-f]{40}$/.test(osv) ? { name: 'unknown', version: osv, ecosystem: null } : withoutVersion(osv)
}

/** A package URL, a CPE name, or `name@version`; null for anything else. */
export function fromIdentifier(text: string | null): NamedVersion | null {
  if (text === null || text.length > maxPurlLength) return null
  if (text.startsWith('pkg:')) {
    const identified = packageOf(text)
    const name = oneName(identified?.name)
    return identified === null || name === null
      ? null
      : { name, version: oneName(identified.version) ?? '', ecosystem: identified.ecosystem }
  }
  if (/^cpe:/i.test(text)) return fromCpe(text)
  const parts = /^(@?[^\s@]+)@(v?\d[^\s@:/]*)$/.exec(text)
  return parts?.[1] ? { name: parts[1], version: parts[2] ?? '', ecosystem: null } : null
}

/** The package that several package URLs have in common, with the version that they have in common. */
export function fromPurls(purls: readonly string[]): NamedVersion | null {
  const identified = purls.flatMap((purl) => fromIdentifier(purl) ?? [])
  const [first] = identified
  if (first === undefined || identified.some((each) => each.name !== first.name)) return null
  return {
    ...first,
    version: identified.every((each) => each.version === first.version) ? first.version : '',
  }
}

/** Adds the group from a package URL to a package of which the text contains only the name. */
export function fullName(identified: NamedVersion, purls: readonly string[]): NamedVersion {
  const full = purls
    .flatMap((purl) => fromIdentifier(purl) ?? [])
    .find(
      ({ name }) =>
        name === identified.name ||
        name.endsWith(`:${identified.name}`) ||
        name.endsWith(`/${identified.name}`),
    )
  return full === undefined ? identified : { ...full, version: identified.version }
}

/** Whether a text is the name of a package, with or without its group. */
export function isSamePackage(full: string, name: string): boolean {
  return full === name || full.endsWith(`:${name}`) || full.endsWith(`/${name}`)
}

/** Snyk: `(CVE-2020-8203) lodash@4.17.15` in the rule, "introduces a vulnerable lodash package" in the result. */
export function fromDescription(description: string | null, message: string | null): NamedVersion | null {
  const text = description?.slice(0, maxTextLength) ?? ''
  const parts = /^(?:\([^()]{1,500}\) )?(?:in )?(@?[^\s@()]{1,500})@([^\s@]{1,200})(?=\s|$)/.exec(text)
  if (parts?.[1]) return { name: parts[1], version: parts[2] ?? '', ecosystem: null }
  const introduced = /\bintroduces a vulnerable (\S{1,500}) (?:[\w.-]{1,40} )?package\b/.exec(
    message?.slice(0, maxTextLength) ?? '',
  )?.[1]
  return introduced === undefined ? null : withoutVersion(introduced)
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
  return stem === '' ? null : withoutVersion(stem)
}

const withoutVersion = (name: string): NamedVersion => ({ name, version: '', ecosystem: null })

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

/** Maps a type such as `java-archive`; a type without an ecosystem here, such as `rpm`, is kept. */
function ecosystemOfType(word: string | undefined): string | null {
  if (word === undefined) return null
  const type = word.trim().toLowerCase()
  return ecosystemOfName(type) ?? (/^[a-z][\w.+-]{0,30}$/.test(type) ? type : null)
}
