import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ownersOptions } from '#api/owners.ts'
import { me, nobody } from '#contract/parameters/owner.ts'
import { ownerChoices, ownerFault, ownerOfText } from '#features/owners/owner-choices.ts'
import { matchingOptions } from '#ui/combobox/matching-options.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import { lazy } from '#ui/lazy.tsx'
import { labels } from './filter-labels.ts'

// The library of its list is large, and the page needs it only when the field is used.
const ComboboxFilter = lazy(() =>
  import('#features/list/filters/combobox-filter.tsx').then((module) => module.ComboboxFilter),
)

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
  const [typed, setTyped] = useState<string>()
  const { data } = useQuery({ ...ownersOptions(deployment), enabled: typed !== undefined })
  const choices = [...builtIn, ...ownerChoices(data?.owners ?? [])]
  const options = choices.map(({ owner, text }) => ({ value: owner, label: text }))
  const textOf = (owner: string) =>
    builtIn.find((one) => one.owner === owner)?.text ?? ownerChoices([owner])[0]?.text ?? owner
  return (
    <Suspense fallback={<TextInput disabled aria-label={labels.owner} className="w-56 max-sm:w-full" />}>
      <ComboboxFilter
        label={labels.owner}
        placeholder={labels.anyOwner}
        value={value.map(textOf).join(', ')}
        options={matchingOptions(options, typed ?? '')}
        onType={setTyped}
        onChoose={(text) => {
          const owner = ownerOfText(choices, text)
          if (owner === undefined && text !== '') return ownerFault(choices, text)
          onChoose(owner === undefined ? undefined : [owner])
          return undefined
        }}
      />
    </Suspense>
  )
}
