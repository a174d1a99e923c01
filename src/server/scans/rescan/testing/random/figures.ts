import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What became of decisions in random histories of a format. */
export interface Figures {
  histories: number
  scans: number
  /** Those whose flaw was reported again after they were made. */
  decisions: number
  /** Stayed with their flaw in every scan that reported it. */
  kept: number
  /** The flaw became open, without a word of the decision. */
  lost: number
  /** The flaw became open and offers the decision. */
  uncertain: number
  /** Landed on another flaw though the reports tell them apart, some of them after they were lost. */
  wrong: number
  /** Landed on another flaw where the reports do not tell them apart. */
  indistinguishable: number
}

/** Figures before the first history. */
export const noFigures = (): Figures => ({
  histories: 0,
  scans: 0,
  decisions: 0,
  kept: 0,
  lost: 0,
  uncertain: 0,
  wrong: 0,
  indistinguishable: 0,
})

/** The share of decisions that stayed with their flaw, of 1. */
export const shareKept = ({ kept, decisions }: Figures) => (decisions === 0 ? 1 : kept / decisions)

/**
 * The share that has to stay with its flaw: 95 of 100. Of few decisions a share by chance is further off, so that a short run
 * may be below by three standard deviations.
 */
export function minShareKept({ decisions }: Figures): number {
  const least = 0.95
  return decisions >= 2_000 ? least : least - 3 * Math.sqrt((least * (1 - least)) / Math.max(1, decisions))
}

/** Writes the figures of a format to `test-results/rescan`, where a script can read them. */
export function publish(format: string, figures: Figures): void {
  const folder = join(import.meta.dirname, '../../../../../../test-results/rescan')
  mkdirSync(folder, { recursive: true })
  const name = format.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ format, ...figures }, null, 2)}\n`)
}
