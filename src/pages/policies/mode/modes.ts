import type { PolicyMode } from '#api/policies.ts'
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

/** The modes in the order of their keys. */
export const modeInfos: readonly ModeInfo[] = [
  { mode: 'MODE_MONITOR', ...labels.modes.MODE_MONITOR, key: '1' },
  { mode: 'MODE_COMMENT', ...labels.modes.MODE_COMMENT, key: '2' },
  { mode: 'MODE_BLOCK', ...labels.modes.MODE_BLOCK, key: '3' },
  { mode: 'MODE_DISABLED', ...labels.modes.MODE_DISABLED, key: '4' },
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

/** Returns the label of a mode. An unknown value is returned unchanged. */
export function modeLabel(mode: string | null | undefined): string {
  return modeInfos.find((info) => info.mode === mode)?.label ?? (mode || labels.noMode)
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

const products: Readonly<Record<string, { label: string; type: PageType }>> = {
  PRODUCT_TYPE_SAST: { label: labels.products.code, type: 'sast' },
  PRODUCT_TYPE_SCA: { label: labels.products.supplyChain, type: 'sca' },
  PRODUCT_TYPE_SECRETS: { label: labels.products.secrets, type: 'secrets' },
}

/** Returns the title of a policy: its own name or, if that is only the product, the product's policy. */
export function policyTitle({
  id,
  name,
  productType,
}: {
  id: string
  name: string
  productType: string
}): string {
  const product = productLabel(productType)
  if (!name) return labels.policyName(id)
  return name === product ? labels.productPolicy(product) : name
}

/** Returns the product of a policy if its name does not include it. */
export function productBadge({
  name,
  productType,
}: {
  name: string
  productType: string
}): string | undefined {
  const product = productLabel(productType)
  return name === product ? undefined : product
}

/** Returns the label of a policy's product. */
export function productLabel(productType: string): string {
  return products[productType]?.label ?? productType
}

/** Returns the type of findings that a policy's rules report. */
export function findingsType(productType: string | undefined): PageType {
  return products[productType ?? '']?.type ?? 'sast'
}
