import type { PolicyMode } from '#api/policies.ts'
import type { PageType } from '#lib/paths.ts'

interface ModeLook {
  mode: PolicyMode
  word: string
  /** What a rule does in it, to follow "The rule". */
  effect: string
  /** The key that sets it on the row with the focus. */
  key: string
}

/** The modes in the order of their keys. */
export const modeLooks: readonly ModeLook[] = [
  { mode: 'MODE_MONITOR', word: 'Monitor', effect: 'reports silently', key: '1' },
  { mode: 'MODE_COMMENT', word: 'Comment', effect: 'comments on pull requests', key: '2' },
  { mode: 'MODE_BLOCK', word: 'Block', effect: 'blocks pull requests', key: '3' },
  { mode: 'MODE_DISABLED', word: 'Disabled', effect: 'is switched off', key: '4' },
]

/** The word for a mode. A value that is not known stands as it came. */
export function modeWord(mode: string | null | undefined): string {
  return modeLooks.find((look) => look.mode === mode)?.word ?? (mode || 'No mode')
}

/** A value as one of the modes; undefined for what another service may say. */
export function knownMode(mode: string | null | undefined): PolicyMode | undefined {
  return modeLooks.find((look) => look.mode === mode)?.mode
}

/** Whether a change is looked at before it is made: into Block or Disabled, and out of Block. */
export function needsImpact(from: string | null | undefined, to: PolicyMode): boolean {
  return (
    to === 'MODE_BLOCK' || to === 'MODE_DISABLED' || knownMode(from) === undefined || from === 'MODE_BLOCK'
  )
}

/** Whether a note is asked for with a change to this mode. */
export function asksNote(to: PolicyMode): boolean {
  return to === 'MODE_BLOCK' || to === 'MODE_DISABLED'
}

const products: Readonly<Record<string, { word: string; type: PageType }>> = {
  PRODUCT_TYPE_SAST: { word: 'Code', type: 'sast' },
  PRODUCT_TYPE_SCA: { word: 'Supply chain', type: 'sca' },
  PRODUCT_TYPE_SECRETS: { word: 'Secrets', type: 'secrets' },
}

/** The product of a policy in words. */
export function productWord(productType: string): string {
  return products[productType]?.word ?? productType
}

/** The list of findings that a policy's rules make. */
export function findingsType(productType: string | undefined): PageType {
  return products[productType ?? '']?.type ?? 'sast'
}
