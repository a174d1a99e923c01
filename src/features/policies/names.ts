import { policyLabels } from './labels.ts'

/** A policy as far as its title says it. */
interface Named {
  id: string
  name: string
  productType: string
}

/** Returns the title of a policy: its own name or, if that is only the product, the product's policy. */
export function policyTitle({ id, name, productType }: Named): string {
  const product = productLabel(productType)
  if (!name) return policyLabels.policyName(id)
  return name === product ? policyLabels.productPolicy(product) : name
}

/** Returns the product of a policy if its name does not include it. */
export function productBadge({ name, productType }: Pick<Named, 'name' | 'productType'>): string | undefined {
  const product = productLabel(productType)
  return name === product ? undefined : product
}

const products: Readonly<Record<string, string>> = policyLabels.products

/** Returns the label of a policy's product. */
export const productLabel = (productType: string): string => products[productType] ?? productType

const modes: Readonly<Record<string, string>> = policyLabels.modes

/** Returns the label of a mode. An unknown value is returned unchanged. */
export const modeLabel = (mode: string | null | undefined): string =>
  modes[mode ?? ''] ?? (mode || policyLabels.noMode)
