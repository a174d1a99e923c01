import { Suspense } from 'react'
import { ownerLabels } from '#features/owners/labels.ts'
import { ownerName } from '#lib/text/owner-name.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { type DetailFinding, titleOf } from '../detail-finding.ts'
import { Fact } from '../section.tsx'
import type { Triaging } from './use-triage.ts'

const AssignDialog = lazyDialog(() =>
  import('#features/owners/assign-dialog.tsx').then((module) => module.AssignDialog),
)

interface OwnerFactProps {
  finding: DetailFinding
  deployment: string
  triaging: Triaging
}

/** Who owns the finding, and a button to change that. */
export function OwnerFact({ finding, deployment, triaging }: OwnerFactProps) {
  const { owner } = finding
  return (
    <Fact name={ownerLabels.owner}>
      <span className="flex min-w-0 flex-wrap items-center">
        <bdi className={owner ? 'mr-4 wrap-anywhere' : 'mr-4 text-2'}>
          {owner ? ownerName(owner) : ownerLabels.nobody}
        </bdi>
        <Button
          size="small"
          variant="quiet"
          className="-ml-2"
          aria-haspopup="dialog"
          disabledReason={triaging.disabledReason}
          onClick={triaging.assign}
        >
          {owner ? ownerLabels.change : ownerLabels.assign} <Kbd className="max-sm:hidden">A</Kbd>
        </Button>
      </span>
      {triaging.isAssigning && (
        <Suspense>
          <AssignDialog
            deployment={deployment}
            what={titleOf(finding)}
            present={owner ?? null}
            onAssign={triaging.assignTo}
            onClose={triaging.endAssigning}
          />
        </Suspense>
      )}
    </Fact>
  )
}
