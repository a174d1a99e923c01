import type { KnownFinding } from './candidates.ts'
import { pairDependencies } from './dependencies.ts'
import { codeKey, type FileFindings, pairByCode, pairByFingerprint, pairByPosition } from './file.ts'
import { decidedFirst } from './offers.ts'
import { groupBy, type Pairing } from './pairing.ts'
import { pairByResource } from './resources.ts'
import { pairSecrets, secretKey } from './secrets.ts'

/** If content is in more new files than this, only files with the same name are compared. */
const maxPlaces = 64

/**
 * The content of a finding, independent of its location; null if nothing was reported that identifies it. The
 * advisories of a package are compared later, since one may have several ids.
 */
export function contentKey(pairing: Pairing, side: 'knownAt' | 'reportedAt', index: number): string | null {
  const one = pairing[side](index)
  if (one.dependency) return JSON.stringify([one.dependency.name, one.dependency.version])
  return one.secret ? secretKey(one) : codeKey(one)
}

interface Rename {
  from: string
  to: string
  /** The share of findings that both files have in common. */
  share: number
  /** The number of equal path segments, from the end. */
  names: number
  /** False if only rules, messages and lines are equal. */
  strong: boolean
  /**
   * Whether the common content exists in no other file, or is more than one finding: otherwise it may have been copied.
   */
  isDistinctive: boolean
}

type ContentKey = typeof contentKey

/** The package of a vulnerable dependency, whose version may change when its lockfile moves. */
const packageKey: ContentKey = (pairing, side, index) => pairing[side](index).dependency?.name ?? null

/**
 * Pairs the findings of files that no longer have any with those of files that had none, if the content is the same.
 * Without code, the rules, messages and line distances of the whole file must be the same.
 * @param files open findings by path.
 * @param isGone whether the scan covers the location of a finding.
 * @returns the findings of each file before and after it was renamed.
 */
export function pairRenamedFiles(
  pairing: Pairing,
  files: ReadonlyMap<string, FileFindings>,
  isGone: (known: KnownFinding) => boolean,
): FileFindings[] {
  const isMissing = ([path, { known, reported }]: Files[number]) =>
    path !== '' && reported.length === 0 && known.some(pairing.isFreeKnown)
  const isNew = ([path, { known, reported }]: Files[number]) =>
    path !== '' && known.length === 0 && reported.some(pairing.isFreeReported)
  const missingFiles = [...files].filter(isMissing)
  const newFiles = [...files].filter(isNew)
  if (missingFiles.length === 0 || newFiles.length === 0) return []
  const renamed = pairRenames(pairing, files, isGone, [
    ...renamesByContent(pairing, missingFiles, newFiles, contentKey),
    ...renamesByShape(pairing, missingFiles, newFiles),
  ])
  // With other versions only once files with the same ones are known.
  const byPackage = renamesByContent(
    pairing,
    missingFiles.filter(isMissing),
    newFiles.filter((file) => isNew(file) && file[1].reported.every(pairing.isFreeReported)),
    packageKey,
  )
  renamed.push(...pairRenames(pairing, files, isGone, byPackage))
  doubtSimilarFiles(pairing, missingFiles, newFiles)
  return renamed
}

function pairRenames(
  pairing: Pairing,
  files: ReadonlyMap<string, FileFindings>,
  isGone: (known: KnownFinding) => boolean,
  found: Rename[],
): FileFindings[] {
  const renames = found.sort(
    (a, b) => Number(b.strong) - Number(a.strong) || b.share - a.share || b.names - a.names,
  )
  const isTied = breakTies(renames)
  const isOfFolder = folderMoves(renames)
  const usedPaths = new Set<string>()
  const renamed: FileFindings[] = []
  for (const rename of renames) {
    const [from, to] = [files.get(rename.from), files.get(rename.to)]
    if (!from || !to || usedPaths.has(`<${rename.from}`) || usedPaths.has(`>${rename.to}`)) continue
    const pair = { known: from.known, reported: to.reported }
    const isSufficient = rename.strong ? rename.share >= 0.5 : true
    const sure = isSufficient && (rename.isDistinctive || isOfFolder(rename))
    if (from.known.every((each) => isGone(pairing.knownAt(each))) && sure && !isTied(rename)) {
      usedPaths.add(`<${rename.from}`).add(`>${rename.to}`)
      pairContents(pairing, pair)
      renamed.push(pair)
    } else if (rename.share >= 0.5) doubtContents(pairing, pair)
  }
  return renamed
}

/** Pairs the findings of a file before and after it was renamed. */
export function pairContents(pairing: Pairing, pair: FileFindings): void {
  pairDependencies(pairing, pair, 'renamed')
  pairSecrets(pairing, pair, 'renamed')
  const isCode = (index: number, side: 'knownAt' | 'reportedAt') => {
    const one = pairing[side](index)
    return one.dependency === null && one.secret === null
  }
  const code = {
    known: pair.known.filter((each) => isCode(each, 'knownAt')),
    reported: pair.reported.filter((each) => isCode(each, 'reportedAt')),
  }
  pairByResource(pairing, code, 'renamed')
  pairByFingerprint(pairing, code, 'renamed')
  pairByCode(pairing, code, 'renamed')
  pairByPosition(pairing, code, 'renamed')
}

function doubtContents(pairing: Pairing, { known, reported }: FileFindings): void {
  const keyOf = (side: 'knownAt' | 'reportedAt', index: number) =>
    contentKey(pairing, side, index) ??
    JSON.stringify([pairing[side](index).rule, pairing[side](index).message])
  const before = groupBy(decidedFirst(pairing, known.filter(pairing.isFreeKnown)), (each) =>
    keyOf('knownAt', each),
  )
  for (const candidate of reported.filter(pairing.isFreeReported)) {
    for (const one of (before.get(keyOf('reportedAt', candidate)) ?? []).slice(0, 3))
      pairing.doubt(one, candidate, 'copied')
  }
}

/**
 * Without code, a file with the same rules and messages may be the renamed one: the one with the most similar path is
 * offered.
 */
export function doubtSimilarFiles(pairing: Pairing, missingFiles: Files, newFiles: Files): void {
  const keyOf = (side: 'knownAt' | 'reportedAt', index: number) => {
    const { code, dependency, secret, rule, message } = pairing[side](index)
    return code === null && !dependency && !secret ? JSON.stringify([rule, message]) : null
  }
  const places = new Map<string, Set<string>>()
  for (const [path, { reported }] of newFiles) {
    for (const key of groupBy(reported.filter(pairing.isFreeReported), (each) =>
      keyOf('reportedAt', each),
    ).keys())
      places.set(key, (places.get(key) ?? new Set()).add(path))
  }
  const files = new Map(newFiles)
  for (const [from, { known }] of missingFiles) {
    const remaining = known.filter(pairing.isFreeKnown)
    for (const [key, some] of groupBy(remaining, (each) => keyOf('knownAt', each))) {
      const candidate = [...(places.get(key) ?? [])].slice(0, maxPlaces)
      const [to] = candidate.toSorted((a, b) => commonFileNames(from, b) - commonFileNames(from, a))
      const reported = files.get(to ?? '')?.reported.filter((each) => keyOf('reportedAt', each) === key) ?? []
      for (const one of some.slice(0, 3))
        for (const each of reported) if (pairing.isFreeReported(each)) pairing.doubt(one, each, 'copied')
    }
  }
}

type Files = readonly (readonly [string, FileFindings])[]

function renamesByContent(
  pairing: Pairing,
  missingFiles: Files,
  newFiles: Files,
  keyOf: ContentKey,
): Rename[] {
  const places = new Map<string, Map<string, number>>()
  for (const [path, { reported }] of newFiles) {
    for (const [key, some] of groupBy(reported, (each) => keyOf(pairing, 'reportedAt', each))) {
      const candidate = places.get(key) ?? new Map<string, number>()
      places.set(key, candidate.set(path, some.length))
    }
  }
  const isUnique = uniqueContent(pairing, keyOf)
  const sizes = new Map(newFiles.map(([path, { reported }]) => [path, reported.length]))
  return missingFiles.flatMap(([from, { known }]) => {
    const [shared, kinds, unique] = [new Map<string, number>(), new Map<string, number>(), new Set<string>()]
    for (const [key, some] of groupBy(known, (each) => keyOf(pairing, 'knownAt', each))) {
      const candidate = places.get(key) ?? new Map<string, number>()
      for (const [to, count] of candidate) {
        if (candidate.size > maxPlaces && baseName(to) !== baseName(from)) continue
        shared.set(to, (shared.get(to) ?? 0) + Math.min(count, some.length))
        kinds.set(to, (kinds.get(to) ?? 0) + 1)
        if (isUnique(key)) unique.add(to)
      }
    }
    return [...shared].map(([to, count]) => ({
      from,
      to,
      share: count / Math.max(known.length, sizes.get(to) ?? 0),
      names: commonFileNames(from, to),
      strong: true,
      isDistinctive: kinds.get(to) !== 1 || unique.has(to),
    }))
  })
}

/** Returns a test of whether content was in at most one file before and is in at most one now. */
function uniqueContent(pairing: Pairing, keyOf: ContentKey): (key: string) => boolean {
  const filesOf = (side: 'knownAt' | 'reportedAt', positions: Iterable<number>) => {
    const files = new Map<string, Set<string>>()
    for (const each of positions) {
      const key = keyOf(pairing, side, each)
      if (key !== null) files.set(key, (files.get(key) ?? new Set()).add(pairing[side](each).path))
    }
    return files
  }
  const open = pairing.known.keys().filter((each) => pairing.knownAt(each).open)
  const [before, after] = [filesOf('knownAt', open), filesOf('reportedAt', pairing.reported.keys())]
  return (key) => (before.get(key)?.size ?? 0) <= 1 && (after.get(key)?.size ?? 0) <= 1
}

/** The rules, messages and line distances of a file's findings, if nothing better was reported of any. */
export function shapeOf(
  pairing: Pairing,
  side: 'knownAt' | 'reportedAt',
  positions: readonly number[],
): string | null {
  const findings = positions.map((each) => pairing[side](each))
  if (
    findings.some(({ code, dependency, secret }) => code !== null || dependency !== null || secret !== null)
  )
    return null
  // A single finding has no distances, so its line must be the same.
  const first = findings.length === 1 ? 0 : Math.min(...findings.map(({ line }) => line))
  return JSON.stringify(
    findings.map(({ rule, message, line }) => `${line - first} ${rule} ${message}`).sort(),
  )
}

/**
 * Pairs of files whose findings have the same rules, messages and line distances, for tools that report nothing better.
 */
function renamesByShape(pairing: Pairing, missingFiles: Files, newFiles: Files): Rename[] {
  const shapes = new Map<string, string[]>()
  for (const [path, { reported }] of newFiles) {
    const shape = shapeOf(pairing, 'reportedAt', reported)
    if (shape !== null) shapes.set(shape, [...(shapes.get(shape) ?? []), path])
  }
  return missingFiles.flatMap(([from, { known }]) => {
    const candidate = shapes.get(shapeOf(pairing, 'knownAt', known) ?? '') ?? []
    const some =
      candidate.length > maxPlaces ? candidate.filter((to) => baseName(to) === baseName(from)) : candidate
    return some.map((to) => ({
      from,
      to,
      share: 1,
      names: commonFileNames(from, to),
      strong: false,
      isDistinctive: known.length > 1,
    }))
  })
}

/** Returns a test of whether another rename of the same file is equally likely. */
function breakTies(renames: readonly Rename[]): (rename: Rename) => boolean {
  const counts = new Map<string, number>()
  const keysOf = ({ from, to, share, names, strong }: Rename) => [
    JSON.stringify(['from', from, share, names, strong]),
    JSON.stringify(['to', to, share, names, strong]),
  ]
  for (const key of renames.flatMap(keysOf)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return (rename) => keysOf(rename).some((key) => (counts.get(key) ?? 0) > 1)
}

/**
 * Returns a test of whether another file was moved between the same folders. A single finding without code needs this
 * confirmation: a Dockerfile may have been deleted in one folder and created in another, with the same message on the
 * same line.
 */
function folderMoves(renames: readonly Rename[]): (rename: Rename) => boolean {
  const files = new Map<string, Set<string>>()
  const keyOf = ({ from, to, names }: Rename) =>
    names === 0 ? null : JSON.stringify([from, to].map((path) => path.split('/').slice(0, -names)))
  for (const rename of renames) {
    const key = keyOf(rename)
    if (key !== null) files.set(key, (files.get(key) ?? new Set()).add(rename.from))
  }
  return (rename) => (files.get(keyOf(rename) ?? '')?.size ?? 0) > 1
}

/** The last segment of a path. */
export const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function commonFileNames(one: string, other: string): number {
  const [a, b] = [one.split('/').reverse(), other.split('/').reverse()]
  let names = 0
  while (names < a.length && a[names] === b[names]) names++
  return names
}
