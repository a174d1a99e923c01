import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { meOptions } from '#api/me.ts'
import { ownersOptions } from '#api/owners.ts'
import { ownerName } from '#lib/text/owner-name.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { ownerLabels } from './labels.ts'
import { ownerChoices, ownerFault, ownerOfText } from './owner-choices.ts'
import { OwnerField } from './owner-field.tsx'

interface AssignDialogProps {
  deployment: string
  /** A description of the findings. */
  what: string
  /** The owner of all of them; null for nobody, undefined if there are several. */
  present?: string | null | undefined
  /** Called with the chosen owner, null for nobody. */
  onAssign: (owner: string | null) => void
  onClose: () => void
}

/** The typed name, and whom it means once the people and teams are loaded. */
function useAssign({
  deployment,
  present,
  onAssign,
}: Pick<AssignDialogProps, 'deployment' | 'present' | 'onAssign'>) {
  const { data, error, refetch } = useQuery(ownersOptions(deployment))
  const [text, setText] = useState(present ? ownerName(present) : '')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const choices = ownerChoices(data?.owners ?? [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // A name that was typed before the list is there is looked up in it, too.
    const known = data ?? (await refetch()).data
    setIsSubmitted(true)
    const meant = ownerOfText(ownerChoices(known?.owners ?? []), text)
    if (meant !== undefined && isOpen.current) onAssign(meant)
  }
  const isUnknown = isSubmitted && data !== undefined && ownerOfText(choices, text) === undefined
  return { text, setText, choices, submit, error, fault: isUnknown ? ownerFault(choices, text) : undefined }
}

/** Asks who owns findings from now on. */
export function AssignDialog({ deployment, what, present, onAssign, onClose }: AssignDialogProps) {
  const { data: me } = useQuery(meOptions())
  const { text, setText, choices, submit, error, fault } = useAssign({ deployment, present, onAssign })
  const own = choices.find((choice) => choice.owner === `person:${me?.name}`)?.owner
  return (
    <Dialog open size="small" onClose={onClose} title={ownerLabels.title} description={what}>
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        <OwnerField
          label={ownerLabels.owner}
          hint={ownerLabels.ownerHint}
          choices={choices}
          value={text}
          error={fault}
          autoFocus
          onChange={setText}
        />
        {error && (
          <Banner tone="danger" className="rounded">
            {ownerLabels.loadFailed}: {explain(error).detail}
          </Banner>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {present !== null && (
            <Button variant="quiet" onClick={() => onAssign(null)}>
              {ownerLabels.remove}
            </Button>
          )}
          {own !== undefined && present !== own && (
            <Button variant="quiet" onClick={() => onAssign(own)}>
              {ownerLabels.toMe}
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            {ownerLabels.cancel}
          </Button>
          <Button type="submit" variant="primary">
            {ownerLabels.assign}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
