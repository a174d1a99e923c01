import { type Basis, type Candidate, type Doubt, type KnownFinding, resourcesDiffer } from './candidates.ts'

/** A reported finding that may be a stored one; both by their positions in the matched lists. */
export interface DoubtfulPair {
  reported: number
  known: number
  doubt: Doubt
}

const bases: readonly Basis[] = [
  'fingerprint',
  'code',
  'dependency',
  'secret',
  'renamed',
  'relocated',
  'fingerprint_changed',
  'similar_code',
  'changed_code',
  'position',
  'resource',
]
const doubtKinds: readonly Doubt[] = [
  'identical',
  'unconfirmed',
  'similar',
  'changed',
  'copied',
  'resource',
  'renamed_rule',
  'version',
]

/** The result of a pairing, in a form that can be sent between threads. */
export interface PairingResult {
  /** For each reported finding the stored one, -1 for none. */
  ofReported: Int32Array<ArrayBuffer>
  /** For each reported finding the number of its basis; 255 for none. */
  basis: Uint8Array<ArrayBuffer>
  /** Triples: the positions of the reported and the stored finding, and the number of the doubt. */
  doubts: Int32Array<ArrayBuffer>
  schemeChanged: boolean
}

/** What fingerprints under unknown names tell of two scans. */
export interface OtherFingerprints {
  /** Names of those that stayed the same where the line changed, and so are not computed from it. */
  moved: ReadonlySet<string>
  /** Those of them that stayed the same wherever equal code moved. */
  stable: ReadonlySet<string>
  /** Findings whose value is found at another line. */
  elsewhere: { known: ReadonlySet<number>; reported: ReadonlySet<number> }
}

/** The maximum number of doubts per reported finding: more would not help people to decide. */
const maxDoubts = 5

/** The one-to-one assignment of reported findings to stored ones, built from the strongest evidence to the weakest. */
export class Pairing {
  readonly known: readonly KnownFinding[]
  readonly reported: readonly Candidate[]
  readonly doubts: DoubtfulPair[] = []
  /** Whether the stored findings are those of other refs: doubtful pairs are then not matched. */
  readonly isAcrossRefs: boolean
  /** Whether the tool changed its fingerprint scheme since the stored findings were reported. */
  schemeChanged = false
  /** Whether so many fingerprints changed at once that the change of scheme is certain even without code. */
  schemeSurelyChanged = false
  /** What fingerprints under unknown names tell. */
  otherFingerprints: OtherFingerprints = {
    moved: new Set(),
    stable: new Set(),
    elsewhere: { known: new Set(), reported: new Set() },
  }
  /** Rules whose message changed for all findings, so that it identifies nothing. */
  reworded: ReadonlySet<string> = new Set()
  readonly #ofKnown: Int32Array
  readonly #ofReported: Int32Array<ArrayBuffer>
  readonly #basis: (Basis | undefined)[]
  readonly #doubtsOf = new Map<number, DoubtfulPair[]>()
  readonly #identical = new Set<number>()
  readonly #pairedFlaws = new Set<number>()
  readonly #isApart: (known: KnownFinding, reported: Candidate) => boolean

  constructor(
    known: readonly KnownFinding[],
    reported: readonly Candidate[],
    options: {
      /** Whether a person excluded the reported finding from the stored one's flaw. */
      isApart(known: KnownFinding, reported: Candidate): boolean
      isAcrossRefs: boolean
    },
  ) {
    this.known = known
    this.reported = reported
    this.#isApart = options.isApart
    this.isAcrossRefs = options.isAcrossRefs
    this.#ofKnown = new Int32Array(known.length).fill(-1)
    this.#ofReported = new Int32Array(reported.length).fill(-1)
    this.#basis = new Array(reported.length)
  }

  /** The stored finding at a position of the list. */
  knownAt(index: number): KnownFinding {
    const finding = this.known[index]
    if (finding === undefined) throw new RangeError(`no stored finding ${index}`)
    return finding
  }

  /** The reported finding at a position of the list. */
  reportedAt(index: number): Candidate {
    const finding = this.reported[index]
    if (finding === undefined) throw new RangeError(`no reported finding ${index}`)
    return finding
  }

  /** Pairs the two unless one of them is already paired or a person excluded the pair. */
  pair(known: number, reported: number, basis: Basis): boolean {
    if (!this.isFreeKnown(known) || !this.isFreeReported(reported)) return false
    if (!this.#mayBeSame(known, reported)) return false
    if (resourcesDiffer(this.knownAt(known), this.reportedAt(reported))) return false
    if (basis === 'position' && this.#differInPlace(known, reported)) return false
    const { flawId } = this.knownAt(known)
    if (this.isAcrossRefs && this.#pairedFlaws.has(flawId)) return false
    this.#pairedFlaws.add(flawId)
    this.#ofKnown[known] = reported
    this.#ofReported[reported] = known
    this.#basis[reported] = basis
    return true
  }

  /**
   * Pairs the two although their code does something else. On another ref that is another flaw, which may be decided in
   * another way.
   */
  pairChanged(known: number, reported: number): void {
    if (this.isAcrossRefs) this.doubt(known, reported, 'similar')
    else this.pair(known, reported, 'changed_code')
  }

  /** Whether the two are at different places, though at the same line. */
  #differInPlace(known: number, reported: number): boolean {
    const [one, other] = [this.knownAt(known), this.reportedAt(reported)]
    if (differInContext(one, other)) return true
    const { elsewhere } = this.otherFingerprints
    const isSame = one.otherFingerprint?.value === other.otherFingerprint?.value
    return !isSame && (elsewhere.known.has(known) || elsewhere.reported.has(reported))
  }

  /** Undoes the pair of a reported finding. */
  release(reported: number): void {
    const known = this.knownOf(reported)
    if (known < 0) return
    this.#ofKnown[known] = -1
    this.#ofReported[reported] = -1
    this.#basis[reported] = undefined
  }

  /** Records that the two may be the same. */
  doubt(known: number, reported: number, doubt: Doubt): void {
    const others = this.#doubtsOf.get(reported) ?? []
    if (others.length >= maxDoubts || others.some((each) => each.known === known)) return
    if (!this.#mayBeSame(known, reported)) return
    // The code of another resource is no doubt, unless one of them is gone and the other new.
    const isOfCode = ['identical', 'unconfirmed', 'similar', 'changed'].includes(doubt)
    if (isOfCode && resourcesDiffer(this.knownAt(known), this.reportedAt(reported))) return
    const pair = { known, reported, doubt }
    this.#doubtsOf.set(reported, [...others, pair])
    if (doubt === 'identical') this.#identical.add(known)
    this.doubts.push(pair)
  }

  /** Whether a stored finding may be one of several reported ones with the same content. */
  hasIdentical(known: number): boolean {
    return this.#identical.has(known)
  }

  /** Whether a reported finding may be a stored one that is open and has no match yet. */
  mayBeOpen(reported: number): boolean {
    const doubts = this.#doubtsOf.get(reported) ?? []
    return doubts.some(({ known }) => this.knownAt(known).open && this.isFreeKnown(known))
  }

  /** False if both have different values of a secret, or if a person excluded the pair. */
  #mayBeSame(known: number, reported: number): boolean {
    const [one, other] = [this.knownAt(known), this.reportedAt(reported)]
    const values = [one.secret?.value ?? null, other.secret?.value ?? null]
    const differ = values[0] !== null && values[1] !== null && values[0] !== values[1]
    return !differ && !this.#isApart(one, other)
  }

  isFreeKnown = (known: number): boolean =>
    this.#ofKnown[known] === -1 && this.known[known]?.isRepeated !== true
  isFreeReported = (reported: number): boolean => this.#ofReported[reported] === -1

  /** The stored finding of a reported one, -1 if there is none. */
  knownOf(reported: number): number {
    return this.#ofReported[reported] ?? -1
  }

  /** The reported finding of a stored one, -1 if there is none. */
  reportedOf(known: number): number {
    return this.#ofKnown[known] ?? -1
  }

  basisOf(reported: number): Basis | undefined {
    return this.#basis[reported]
  }

  /** The result of the pairing. */
  result(): PairingResult {
    return {
      ofReported: this.#ofReported.slice(),
      basis: Uint8Array.from(this.reported, (_, index) => {
        const basis = this.#basis[index]
        return basis === undefined ? 255 : bases.indexOf(basis)
      }),
      doubts: Int32Array.from(
        this.doubts.flatMap(({ reported, known, doubt }) => [reported, known, doubtKinds.indexOf(doubt)]),
      ),
      schemeChanged: this.schemeChanged,
    }
  }

  /** Replaces the state with the result of another pairing of the same findings. */
  load({ ofReported, basis, doubts, schemeChanged }: PairingResult): void {
    this.#ofReported.set(ofReported)
    for (const [reported, known] of ofReported.entries()) if (known >= 0) this.#ofKnown[known] = reported
    for (const [reported, number] of basis.entries()) this.#basis[reported] = bases[number]
    for (let at = 0; at < doubts.length; at += 3) {
      const [reported = 0, known = 0, kind = 0] = doubts.subarray(at, at + 3)
      const doubt = doubtKinds[kind]
      if (doubt !== undefined) this.doubts.push({ reported, known, doubt })
    }
    this.schemeChanged = schemeChanged
  }
}

/** Whether neither has a line, and other evidence shows that their locations differ. */
const differInContext = (one: Candidate, other: Candidate) =>
  one.line === 0 &&
  other.line === 0 &&
  one.context !== null &&
  other.context !== null &&
  one.context !== other.context

/** Positions grouped by a key of their finding; those without a key are left out. */
export function groupBy(
  positions: Iterable<number>,
  keyOf: (position: number) => string | null,
): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const position of positions) {
    const key = keyOf(position)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(position)
    else groups.set(key, [position])
  }
  return groups
}
