import { policyLabels } from './labels.ts'

/** A policy as far as its title says it. */
interface Named {
  id: string
  name: string
  productType: string
}

const products: Readonly<Record<string, string>> = policyLabels.products

/** Returns the title of a policy by its name: if that is only a product, the product's policy. */
export const titleOfName = (name: string): string =>
  Object.values(products).includes(name) ? policyLabels.productPolicy(name) : name

/** Returns the title of a policy. */
export const policyTitle = ({ id, name }: Pick<Named, 'id' | 'name'>): string =>
  titleOfName(name) || policyLabels.policyName(id)

/** Returns the product of a policy if its name does not include it. */
export function productBadge({ name, productType }: Pick<Named, 'name' | 'productType'>): string | undefined {
  const product = productLabel(productType)
  return name === product ? undefined : product
}

/** Returns the label of a policy's product. */
export const productLabel = (productType: string): string => products[productType] ?? productType

const modes: Readonly<Record<string, string>> = policyLabels.modes

/** Returns the label of a mode. An unknown value is returned unchanged. */
export const modeLabel = (mode: string | null | undefined): string =>
  modes[mode ?? ''] ?? (mode || policyLabels.noMode)
