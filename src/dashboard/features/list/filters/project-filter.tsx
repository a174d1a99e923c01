import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { projectsOptions } from '#api/projects/project-names.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import { lazy } from '#ui/lazy.tsx'

// The library of its list is large, and the page needs it only when the field is used.
const ComboboxFilter = lazy(() => import('./combobox-filter.tsx').then((module) => module.ComboboxFilter))

interface ProjectFilterProps {
  deployment: string
  label: string
  placeholder: string
  value: string | undefined
  onChoose: (project: string | undefined) => void
}

const mostOffered = 20

/** Filters by a project's name; projects are requested once the field is used. */
export function ProjectFilter({ deployment, label, placeholder, value = '', onChoose }: ProjectFilterProps) {
  const [typed, setTyped] = useState<string>()
  const { data } = useQuery({
    ...projectsOptions(deployment, typed?.trim() ?? '', mostOffered),
    enabled: typed !== undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <Suspense fallback={<TextInput disabled aria-label={label} className="w-56 max-sm:w-full" />}>
      <ComboboxFilter
        label={label}
        placeholder={placeholder}
        value={value}
        options={(data?.projects ?? []).map(({ name }) => ({ value: name, label: name }))}
        onType={setTyped}
        onChoose={(text) => {
          onChoose(text || undefined)
          return undefined
        }}
      />
    </Suspense>
  )
}
