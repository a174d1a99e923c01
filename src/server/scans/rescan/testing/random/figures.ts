import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

/** What became of something that the rules ask for. */
export interface Share {
  kept: number
  offered: number
  /** Open, without a word of the decision. */
  lost: number
}

/** What became of decisions in random histories of a format. */
export interface Figures {
  histories: number
  scans: number
  decisions: number
  /** Checks after a scan in which the rules ask to keep a decision. */
  keep: Share
  /** Those after rules were renamed. */
  keepRenamedRules: Share
  /** Checks in which they ask to offer it at least. */
  offer: Share
  /** Found on another flaw though the reports tell them apart. */
  wrong: number
  /** Found on another flaw where the reports do not tell them apart. */
  indistinguishable: number
  /** Verdicts of the gate, findings that they are about, and those on which a verdict is wrong. */
  gate: { verdicts: number; checks: number; falsePasses: number; falseFailures: number }
  /** Offers that were answered: of the right decision, and of another flaw's. */
  offers: { right: number; other: number; undone: number }
  /** Scans of other folders, and of runs that failed, after which something had changed. */
  emptied: number
}

const none = (): Share => ({ kept: 0, offered: 0, lost: 0 })

/** Figures before the first history. */
export const noFigures = (): Figures => ({
  histories: 0,
  scans: 0,
  decisions: 0,
  keep: none(),
  keepRenamedRules: none(),
  offer: none(),
  wrong: 0,
  indistinguishable: 0,
  gate: { verdicts: 0, checks: 0, falsePasses: 0, falseFailures: 0 },
  offers: { right: 0, other: 0, undone: 0 },
  emptied: 0,
})

/** The share of the checks in which the decision was kept, of 1. */
function shareKept({ kept, offered, lost }: Share): number {
  const all = kept + offered + lost
  return all === 0 ? 1 : kept / all
}

/**
 * The share that has to be kept. Of few checks a share by chance is further off, so that a short run may be below by three
 * standard deviations.
 */
function minShareKept(least: number, { kept, offered, lost }: Share): number {
  const all = kept + offered + lost
  return all >= 2_000 ? least : least - 3 * Math.sqrt((least * (1 - least)) / Math.max(1, all))
}

/** Of the checks in which the rules ask to keep a decision, 99 of 100 keep it, 97 of 100 where rules were renamed. */
export function expectFewLost(figures: Figures): void {
  for (const [least, share] of [
    [0.99, figures.keep],
    [0.97, figures.keepRenamedRules],
  ] as const)
    expect(shareKept(share), JSON.stringify(figures)).toBeGreaterThanOrEqual(minShareKept(least, share))
}

const grave = /\b(wrong|passed|lost|confirmed|undone|rows|emptied|unchanged): /

/**
 * Whether no history may have a fault. Only published are failures of the gate for what the base has: a finding too many costs
 * a minute.
 */
export const isGrave = (fault: string): boolean => grave.test(fault.split('\n', 1)[0] ?? '')

/** Writes the figures and faults of a format to `test-results/rescan`, where a script can read them. */
export function publish(format: string, figures: Figures, faults: readonly string[]): void {
  const folder = join(import.meta.dirname, '../../../../../../test-results/rescan')
  mkdirSync(folder, { recursive: true })
  const name = format.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ format, ...figures }, null, 2)}\n`)
  writeFileSync(join(folder, `${name}.txt`), faults.map((fault) => `${fault}\n\n`).join(''))
}
