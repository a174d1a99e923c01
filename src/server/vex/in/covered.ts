import type { VexResult } from '#contract/responses/vex.ts'
import type { TimeSlice } from '#server/base/time-slice.ts'
import { isSameVersion } from '#server/base/versions/order.ts'
import { type Artifact, compareArtifact, type FoundArtifact, type Part } from '../artifact.ts'
import type { FindingRow } from '../finding-rows.ts'
import type { StatedProduct } from './document.ts'

/** Why a statement applies to no finding, and the sentence about it. */
export interface Unmatched {
  reason: NonNullable<VexResult['reason']>
  detail: string
}

/** The findings that a statement covers. */
export interface Matched {
  rows: FindingRow[]
  /** What the statement names and the scan does not tell of some of them, such as `arch=amd64`. */
  unknown: readonly string[]
}

/** What is known of the findings in a package that a statement does not cover. */
class Missed {
  readonly #others = new Map<string, string[]>()
  readonly versions = new Set<string>()
  isUnread = false

  add({ part, stated, found }: Part): void {
    const key = JSON.stringify([part, stated])
    const seen = this.#others.get(key) ?? []
    this.#others.set(key, seen)
    if (!seen.includes(found)) seen.push(found)
  }

  /** The parts that did not match, each with what the findings have: `arch=armhf (found: amd64)`. */
  others(): string {
    return [...this.#others]
      .map(([key, found]) => {
        // parse: written above.
        const [part, stated] = JSON.parse(key) as [string, string]
        return `${wordOf(part, stated)} (found: ${listed(found.map((one) => one || 'none'))})`
      })
      .join(', ')
  }
}

const wordOf = (part: string, stated: string) =>
  part === 'namespace'
    ? `the distribution ${stated}`
    : part === 'subpath'
      ? `#${stated}`
      : `${part}=${stated}`

/** The first of several words. */
export const listed = (words: readonly string[]) =>
  words.slice(0, 3).join(', ') + (words.length > 3 ? ', …' : '')

/**
 * Which of the findings in a package a statement about an artifact covers, or why none.
 * @param findings in the package, in whichever version, distribution or architecture.
 */
export async function coveredBy(
  stated: Artifact,
  product: Pick<StatedProduct, 'vulnerability' | 'package'>,
  findings: readonly FoundArtifact[],
  slice: TimeSlice,
): Promise<Matched | Unmatched> {
  const covered: FindingRow[] = []
  const unknown = new Set<string>()
  const missed = new Missed()
  const covers = versionPredicate(stated, product)
  for (const found of findings) {
    if (slice.isOver) await slice.next()
    const compared = compareArtifact(stated, found)
    if (compared.other !== null) {
      missed.add(compared.other)
      continue
    }
    const isCovered = covers(found)
    if (isCovered) {
      covered.push(found.row)
      for (const { part, stated: named } of compared.unknown) unknown.add(wordOf(part, named))
    } else if (isCovered === null) missed.isUnread = true
    else missed.versions.add(found.row.package_version ?? '')
  }
  if (covered.length > 0) return { rows: covered, unknown: [...unknown] }
  return whyNone(stated, product, findings.length > 0, missed)
}

function versionPredicate(
  { ecosystem, version }: Artifact,
  { package: named }: Pick<StatedProduct, 'package'>,
): (found: FoundArtifact) => boolean | null {
  const covers = named?.covers ?? null
  const known = new Map<string, boolean | null>()
  const read = (own: string) =>
    (version === '' || isSameVersion(ecosystem, version, own)) && (covers === null || covers(own, ecosystem))
  return ({ version: own }) => {
    const before = known.get(own)
    if (before !== undefined) return before
    const now = read(own)
    known.set(own, now)
    return now
  }
}

function whyNone(
  { name }: Artifact,
  { vulnerability }: Pick<StatedProduct, 'vulnerability'>,
  isFound: boolean,
  missed: Missed,
): Unmatched {
  if (!isFound) {
    return {
      reason: 'package_not_found',
      detail: `${vulnerability} was not found in ${name} in this project.`,
    }
  }
  if (missed.isUnread) {
    return {
      reason: 'unreadable',
      detail: `What the statement says of the versions of ${name} could not be read, so that it covers none.`,
    }
  }
  if (missed.versions.size > 0) {
    const versions = [...missed.versions].filter(Boolean)
    return {
      reason: 'version_not_covered',
      detail: `The project has ${name} ${listed(versions) || 'without a version'}, which the statement does not cover.`,
    }
  }
  return {
    reason: 'other_artifact',
    detail: `The project has ${name}, but the statement is about ${missed.others()}.`,
  }
}
