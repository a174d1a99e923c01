import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownersOptions } from '#api/owners.ts'
import { me, nobody } from '#contract/parameters/owner.ts'
import { ownerChoices, ownerOfText } from '#features/owners/owner-choices.ts'
import { labels } from './filter-labels.ts'
import { SuggestField } from './suggest-field.tsx'

interface OwnerFilterProps {
  deployment: string
  value: readonly string[] | undefined
  onChoose: (owners: string[] | undefined) => void
}

const builtIn = [
  { owner: me, text: labels.me },
  { owner: nobody, text: labels.nobody },
]

/** Chooses an owner: oneself, nobody, a person, a team or a handle. The names are loaded when the field is used. */
export function OwnerFilter({ deployment, value = [], onChoose }: OwnerFilterProps) {
  const [isUsed, setIsUsed] = useState(false)
  const { data } = useQuery({ ...ownersOptions(deployment), enabled: isUsed })
  const choices = [...builtIn, ...ownerChoices(data?.owners ?? [])]
  const textOf = (owner: string) =>
    builtIn.find((one) => one.owner === owner)?.text ?? ownerChoices([owner])[0]?.text ?? owner
  return (
    <SuggestField
      label={labels.owner}
      placeholder={labels.anyOwner}
      value={value.map(textOf).join(', ')}
      suggestions={choices.map(({ text }) => text)}
      onType={() => setIsUsed(true)}
      onChoose={(text) => {
        const owner = ownerOfText(choices, text)
        if (owner === undefined && text !== '') return labels.unknownOwner
        onChoose(owner === undefined ? undefined : [owner])
        return undefined
      }}
    />
  )
}
