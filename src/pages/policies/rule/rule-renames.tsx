import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { mayIn, meOptions } from '#api/me.ts'
import { undoRenameOptions } from '#api/policies.ts'
import type { RuleRename } from '#contract/responses/policies.ts'
import { Link } from '#features/link.tsx'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Time } from '#ui/text/time.tsx'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'

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
        <SeparateDialog
          deployment={deployment}
          rename={separating}
          onClose={() => setSeparating(undefined)}
        />
      )}
    </>
  )
}

interface SeparateDialogProps {
  deployment: string
  rename: RuleRename
  onClose: () => void
}

/** Explains and confirms that two rules are not the same. */
function SeparateDialog({ deployment, rename, onClose }: SeparateDialogProps) {
  const { mutate, isPending, error } = useMutation({
    ...undoRenameOptions(deployment),
    onSuccess: ({ findings }) => {
      toast({ title: labels.rule.renames.done(findings, rename.from), tone: 'ok', slot: 'rename' })
      onClose()
    },
  })
  const problem = error ? explain(error) : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={labels.rule.renames.title}
      footer={
        <>
          <Button onClick={onClose}>{labels.rule.renames.cancel}</Button>
          <Button variant="danger" loading={isPending} onClick={() => mutate(rename.id)}>
            {labels.rule.renames.separate}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">{labels.rule.renames.text(rename)}</p>
      {problem && (
        <p role="alert" className="pt-2 text-danger wrap-anywhere">
          {problem.title}. {problem.detail}
        </p>
      )}
    </Dialog>
  )
}
