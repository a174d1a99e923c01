import type { Candidate, KnownFinding } from './candidates.ts'
import type { Exclusions, MatchContext } from './match.ts'
import type { PairingResult } from './pairing.ts'
import type { SourceText } from './renamed-identifiers.ts'

/** The options sent to the other thread before the findings. */
export interface MatchOptions {
  exclusions: Exclusions
  isAcrossRefs: boolean
  isFirstFullScan: boolean
  bumped: MatchContext['bumped']
}

/** A stored finding, and whether the scan covers its location. */
export interface SentFinding {
  finding: KnownFinding
  isGone: boolean
  /** Whether the scan reports any finding in its file. */
  isFileReported: boolean
}

/** Texts by the positions of their findings. */
export type SentTexts = [position: number, text: SourceText][]

/** A message to the other thread: findings in batches, then texts on request. */
export type MatchPiece =
  | { known: SentFinding[] }
  | { reported: Candidate[] }
  | { texts: { known: SentTexts; reported: SentTexts } }
  /** All findings, or all texts, were sent. */
  | { end: 'whole' }
  | { end: 'broken' }

/** A message of the other thread: a request for texts, or the result. */
export type MatchMessage =
  | { wants: { known: number[]; reported: number[] } }
  | { pairing: PairingResult }
  | { error: string }
