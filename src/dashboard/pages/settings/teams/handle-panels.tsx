import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { mapHandleOptions, ownersOptions } from '#api/owners.ts'
import type { TeamsAnswer } from '#contract/responses/owners.ts'
import { findingTypes } from '#contract/vocabulary.ts'
import { Link } from '#features/link.tsx'
import { ownerChoices, ownerFault, ownerOfText } from '#features/owners/owner-choices.ts'
import { OwnerField } from '#features/owners/owner-field.tsx'
import { ownerName } from '#lib/text/owner-name.ts'
import { paths } from '#lib/urls/paths.ts'
import { Button } from '#ui/button.tsx'
import { RequestError } from '../request-error.tsx'
import { SettingsPanel } from '../settings-panel.tsx'
import { countsOfTypes, mapHandle, ownerOfHandle, teamLabels, unmapHandle } from './labels.ts'

type CountsByType = TeamsAnswer['disabled'][number]['byType']

interface HandlePanelsProps {
  deployment: string
  answer: TeamsAnswer
  /** Why this person may not map handles. */
  reason: string | undefined
}

/** Unmapped handles, mapped ones, and owners who are gone. */
export function HandlePanels({ deployment, answer, reason }: HandlePanelsProps) {
  const { unmapped, handles, disabled } = answer
  return (
    <>
      {unmapped.length > 0 && (
        <SettingsPanel title={teamLabels.unmapped} description={teamLabels.unmappedDetail}>
          <ul className="space-y-3">
            {unmapped.map(({ owner, byType }) => (
              <li key={owner}>
                <UnmappedHandle {...{ deployment, byType, reason }} handle={owner} />
              </li>
            ))}
          </ul>
        </SettingsPanel>
      )}
      {handles.length > 0 && (
        <SettingsPanel title={teamLabels.mapped}>
          <ul className="space-y-1">
            {handles.map((mapped) => (
              <li key={mapped.handle}>
                <MappedHandle {...{ deployment, reason }} {...mapped} />
              </li>
            ))}
          </ul>
        </SettingsPanel>
      )}
      {disabled.length > 0 && (
        <SettingsPanel title={teamLabels.disabled} description={teamLabels.disabledDetail}>
          <ul className="space-y-1">
            {disabled.map(({ owner, byType }) => (
              <li key={owner} className="flex flex-wrap items-baseline gap-x-3">
                <bdi className="font-medium wrap-anywhere">{ownerName(owner)}</bdi>
                <OwnedFindings {...{ deployment, owner, byType }} />
              </li>
            ))}
          </ul>
        </SettingsPanel>
      )}
    </>
  )
}

interface UnmappedHandleProps extends Omit<HandlePanelsProps, 'answer'> {
  handle: string
  byType: CountsByType
}

function UnmappedHandle({ deployment, handle, byType, reason }: UnmappedHandleProps) {
  const { data } = useQuery(ownersOptions(deployment))
  const { mutate, isPending, error } = useMutation(mapHandleOptions(deployment))
  const [text, setText] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const choices = ownerChoices(data?.owners ?? [])
  const owner = ownerOfText(choices, text)
  const known = choices.some((choice) => choice.owner === owner) ? owner : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (known !== undefined && !isPending) mutate({ handle, owner: known })
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="flex items-end gap-x-3">
        <div className="min-w-0 flex-1 wrap-anywhere">
          <OwnerField
            label={ownerOfHandle(handle)}
            choices={choices}
            value={text}
            error={isSubmitted && known === undefined ? ownerFault(choices, text) : undefined}
            onChange={setText}
          />
        </div>
        <Button type="submit" loading={isPending} disabledReason={reason}>
          {teamLabels.map} <span className="sr-only">{mapHandle(handle)}</span>
        </Button>
      </div>
      <RequestError error={error} />
      <p className="mt-1 flex flex-wrap gap-x-3">
        <OwnedFindings {...{ deployment, byType }} owner={handle} />
      </p>
    </form>
  )
}

interface OwnedFindingsProps {
  deployment: string
  owner: string
  byType: CountsByType
}

/** The numbers of findings that a handle or somebody who is gone owns, each a link to its list. */
const OwnedFindings = ({ deployment, owner, byType }: OwnedFindingsProps) =>
  findingTypes.map((type) =>
    byType[type] === 0 ? null : (
      <Link
        key={type}
        to={paths.findings(deployment, type, { owner })}
        className="text-accent underline-offset-2 hover:underline"
      >
        {countsOfTypes[type](byType[type])}
      </Link>
    ),
  )

interface MappedHandleProps extends Omit<HandlePanelsProps, 'answer'> {
  handle: string
  owner: string
}

function MappedHandle({ deployment, handle, owner, reason }: MappedHandleProps) {
  const { mutate, isPending, error } = useMutation(mapHandleOptions(deployment))
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <span className="font-mono text-xs wrap-anywhere">{handle}</span>
      <bdi className="min-w-0 flex-1 wrap-anywhere">{ownerName(owner)}</bdi>
      <Button
        size="small"
        variant="quiet"
        className="-mr-2"
        loading={isPending}
        disabledReason={reason}
        onClick={() => mutate({ handle, owner: null })}
      >
        {teamLabels.unmap} <span className="sr-only">{unmapHandle(handle)}</span>
      </Button>
      <RequestError error={error} />
    </div>
  )
}
