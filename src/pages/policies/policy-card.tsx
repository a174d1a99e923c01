import type { Policy } from '#contract/answers/policies.ts'
import { formatNumber, plural } from '#lib/format.ts'
import { placePaths } from '#lib/place-paths.ts'
import { Link } from '#parts/link.tsx'
import { Tag } from '#ui/tag.tsx'
import { ModeBar } from './mode/mode-bar.tsx'
import { productWord } from './mode/words.ts'

/** A policy with its numbers, each a link to the rules that it counts. */
export function PolicyCard({ deployment, policy }: { deployment: string; policy: Policy }) {
  const { id, name, productType, isDefault, counts } = policy
  const rules = Object.values(counts?.rules ?? {}).reduce((sum, count) => sum + count, 0)
  return (
    <li className="rounded border border-line bg-surface-1 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg font-semibold wrap-anywhere">
          <Link to={placePaths.policy(deployment, id)} className="text-1 no-underline hover:underline">
            {name || `Policy ${id}`}
          </Link>
        </h2>
        <Tag>{productWord(productType)}</Tag>
        {isDefault && (
          <span data-hint="Rules that a scan brings join this policy, in Monitor">
            <Tag tone="accent">Default</Tag>
          </span>
        )}
        <span className="flex-1" />
        {counts && (
          <Link to={placePaths.policy(deployment, id)} className="text-2 underline-offset-2 hover:underline">
            {plural(rules, 'rule')}
          </Link>
        )}
      </div>
      {counts && rules > 0 && (
        <div className="mt-2">
          <ModeBar deployment={deployment} policyId={id} counts={counts.rules} />
        </div>
      )}
      <p className="mt-2 text-2">
        {!counts
          ? 'This service does not say how many rules it holds.'
          : rules === 0
            ? 'No rules yet: they come with the first scan of this product.'
            : counts.projects30Days === 0
              ? 'Acted on no project in 30 days, as seen in scans'
              : `Acted on ${formatNumber(counts.projects30Days)} ${counts.projects30Days === 1 ? 'project' : 'projects'} in 30 days, as seen in scans`}
      </p>
    </li>
  )
}
