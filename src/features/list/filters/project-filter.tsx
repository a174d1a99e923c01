import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { projectsOptions } from '#api/projects/project-names.ts'
import { ComboboxFilter } from './combobox-filter.tsx'

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
  )
}
