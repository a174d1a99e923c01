import type { PolicyPreview } from '#contract/responses/policies.ts'
import { formatNumber, plural } from '#lib/text/format.ts'

/** Labels of previews and policies that several pages show. */
export const policyLabels = {
  effect: ({ projects, blocked, noLongerBlocked }: PolicyPreview) =>
    projects === 0
      ? 'No effective mode changes.'
      : `${plural(projects, 'project')}; ${plural(blocked, 'finding')} would block, ${formatNumber(noLongerBlocked)} would no longer.`,
  tag: (tag: string) => `tag ${tag}`,
} as const
