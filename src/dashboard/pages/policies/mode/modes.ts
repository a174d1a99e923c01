import type { PolicyMode } from '#api/policies.ts'
import { policyLabels } from '#features/policies/labels.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { labels } from '../labels.ts'

interface ModeInfo {
  mode: PolicyMode
  label: string
  /** The effect of a rule in this mode. */
  effect: string
  /** The key that sets it on the focused row. */
  key: string
}

const infoOf = (mode: PolicyMode, key: string): ModeInfo => ({
  mode,
  label: policyLabels.modes[mode],
  effect: labels.modes[mode],
  key,
})

/** The modes in the order of their keys. */
export const modeInfos: readonly ModeInfo[] = [
  infoOf('MODE_MONITOR', '1'),
  infoOf('MODE_COMMENT', '2'),
  infoOf('MODE_BLOCK', '3'),
  infoOf('MODE_DISABLED', '4'),
]

const fills: Readonly<Record<string, string>> = {
  MODE_MONITOR: 'bg-control',
  MODE_COMMENT: 'bg-accent-line',
  MODE_BLOCK: 'bg-accent',
  MODE_DISABLED: 'border border-control bg-surface-2',
}

/** Returns the classes of a mode's icon. */
export function modeFill(mode: string | null | undefined): string {
  return fills[mode ?? ''] ?? 'bg-line'
}

/** Returns the known modes in their order, then the unknown ones. */
export function modesIn(counts: Readonly<Record<string, number>>): string[] {
  const known: string[] = modeInfos.map(({ mode }) => mode)
  return [...known, ...Object.keys(counts).filter((mode) => !known.includes(mode))]
}

/** Narrows a value to a mode; undefined for unknown values of other services. */
export function knownMode(mode: string | null | undefined): PolicyMode | undefined {
  return modeInfos.find((info) => info.mode === mode)?.mode
}

/** Whether a change needs a preview: to Block or Disabled, and from Block. */
export function needsImpact(from: string | null | undefined, to: PolicyMode): boolean {
  return (
    to === 'MODE_BLOCK' || to === 'MODE_DISABLED' || knownMode(from) === undefined || from === 'MODE_BLOCK'
  )
}

/** Whether a note is requested with a change to this mode. */
export function needsNote(to: PolicyMode): boolean {
  return to === 'MODE_BLOCK' || to === 'MODE_DISABLED'
}

const types: Readonly<Record<string, PageType>> = {
  PRODUCT_TYPE_SAST: 'sast',
  PRODUCT_TYPE_SCA: 'sca',
  PRODUCT_TYPE_SECRETS: 'secrets',
}

/** Returns the type of findings that a policy's rules report. */
export function findingsType(productType: string | undefined): PageType {
  return types[productType ?? ''] ?? 'sast'
}
