import type { TrivyEntry } from './entries.ts'

/** The part of Trivy that a finding belongs to: what was scanned, and by which scanner unless that is for packages. */
export function partOf(kind: TrivyEntry['kind'], artifact: string): string {
  if (kind === 'Misconfigurations') return `${artifact}: config`
  if (kind === 'Secrets') return `${artifact}: secret`
  return kind === 'Licenses' ? `${artifact}: license` : artifact
}

/**
 * The parts that a report is about, by the classes of its elements: Trivy lists manifests and files of infrastructure also
 * if nothing is wrong with them. Files without secrets are not listed, so that every report is about secrets that is about
 * packages, or has no elements. Undefined if an element does not say its class.
 */
export function partsIn(classes: ReadonlySet<string>, artifact: string): string[] | undefined {
  if (classes.has('')) return undefined
  const has = (...names: string[]) => names.some((name) => classes.has(name))
  const parts: string[] = []
  if (has('os-pkgs', 'lang-pkgs')) parts.push(artifact)
  if (has('config')) parts.push(partOf('Misconfigurations', artifact))
  if (has('license', 'license-file')) parts.push(partOf('Licenses', artifact))
  if (classes.size === 0 || has('os-pkgs', 'lang-pkgs', 'secret')) parts.push(partOf('Secrets', artifact))
  return parts
}
