import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { mayIn, meOptions } from '#api/me.ts'
import type { RuleRename } from '#contract/responses/policies.ts'
import { Link } from '#features/link.tsx'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { Time } from '#ui/text/time.tsx'
import { labels } from '../labels.ts'

const SeparateDialog = lazyDialog(() =>
  import('./separate-dialog.tsx').then((module) => module.SeparateDialog),
)

interface RuleRenamesProps {
  deployment: string
  /** The path of the rule whose page it is. */
  path: string
  renames: readonly RuleRename[]
  now: Date
}

/** The renames of a rule that scans showed, each of which an administrator can undo. */
export function RuleRenames({ deployment, path, renames, now }: RuleRenamesProps) {
  const { data: me } = useQuery(meOptions())
  const [separating, setSeparating] = useState<RuleRename>()
  const disabledReason = me && !mayIn(me, deployment, 'admin') ? labels.rule.renames.missingScope : undefined
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {renames.map((rename) => {
          const other = rename.from === path ? rename.to : rename.from
          return (
            <li key={rename.id} className="flex items-start gap-3 py-1.5">
              <p className="min-w-0 flex-1 wrap-anywhere">
                {rename.from === path ? labels.rule.renames.to : labels.rule.renames.from}{' '}
                <Link
                  to={settingsPaths.rule(deployment, other)}
                  className="text-accent underline underline-offset-2"
                >
                  {other}
                </Link>{' '}
                {labels.rule.in} <bdi>{rename.project}</bdi> <Time value={rename.at} now={now} />
                {rename.undone_at && (
                  <span className="text-2">
                    {' '}
                    · {labels.rule.renames.separated} <Time value={rename.undone_at} now={now} />
                  </span>
                )}
              </p>
              {rename.undone_at === null && (
                <Button
                  size="small"
                  aria-label={labels.rule.renames.separateFrom(other, rename.project)}
                  disabledReason={disabledReason}
                  onClick={() => setSeparating(rename)}
                >
                  {labels.rule.renames.separate}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {separating && (
        <Suspense>
          <SeparateDialog
            deployment={deployment}
            rename={separating}
            onClose={() => setSeparating(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
