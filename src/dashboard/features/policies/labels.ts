import type { PolicyPreview } from '#contract/responses/policies.ts'
import { formatNumber, plural } from '#lib/text/format.ts'

/** Labels of policies that several pages show. */
export const policyLabels = {
  modes: {
    MODE_MONITOR: 'Monitor',
    MODE_COMMENT: 'Comment',
    MODE_BLOCK: 'Block',
    MODE_DISABLED: 'Disabled',
  },
  noMode: 'No mode',
  products: {
    PRODUCT_TYPE_SAST: 'Code',
    PRODUCT_TYPE_SCA: 'Supply chain',
    PRODUCT_TYPE_SECRETS: 'Secrets',
  },
  policyName: (id: string) => `Policy ${id}`,
  productPolicy: (product: string) => `${product} policy`,
  default: 'Default',
  tag: (tag: string) => `tag ${tag}`,
  /** What a previewed change does. */
  effect: ({ projects, blocked, noLongerBlocked }: PolicyPreview) =>
    projects === 0
      ? 'No effective mode changes.'
      : `${plural(projects, 'project')}; ${plural(blocked, 'finding')} would block, ${formatNumber(noLongerBlocked)} would no longer.`,
} as const
