import type { Candidate, KnownFinding } from './candidates.ts'
import type { Exclusions } from './match.ts'
import type { PairingResult } from './pairing.ts'

/** What the other thread is told before the findings come. */
export interface MatchOptions {
  exclusions: Exclusions
  isAcrossRefs: boolean
}

/** A stored finding, and what the scan says of its place. */
export interface SentFinding {
  finding: KnownFinding
  isGone: boolean
  /** Whether the scan reports anything in its file. */
  isFileReported: boolean
}

/** Texts by the positions of their findings. */
export type SentTexts = [position: number, text: string][]

/** What the other thread is sent: the findings in pieces, then texts where it asks for them. */
export type MatchPiece =
  | { known: SentFinding[] }
  | { reported: Candidate[] }
  | { texts: { known: SentTexts; reported: SentTexts } }
  /** All findings came, or all texts. */
  | { end: 'whole' }
  | { end: 'broken' }

/** What it says: whose texts it needs, and at last what it found. */
export type MatchMessage =
  | { wants: { known: number[]; reported: number[] } }
  | { pairing: PairingResult }
  | { error: string }
