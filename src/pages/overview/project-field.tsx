import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { projectsOptions } from '#api/projects/project-names.ts'
import { labels } from './filter-labels.ts'
import { SuggestField } from './suggest-field.tsx'

const suggested = 20

interface ProjectFieldProps {
  deployment: string
  value: string
  onChoose: (project: string | undefined) => void
}

/** Chooses a project by its name, with suggestions. */
export function ProjectField({ deployment, value, onChoose }: ProjectFieldProps) {
  const [typed, setTyped] = useState<string>()
  const { data } = useQuery({
    ...projectsOptions(deployment, typed?.trim() ?? '', suggested),
    enabled: typed !== undefined,
  })
  return (
    <SuggestField
      label={labels.project}
      placeholder={labels.anyProject}
      value={value}
      suggestions={data?.projects.flatMap(({ name }) => (name ? [name] : [])) ?? []}
      onType={setTyped}
      onChoose={(text) => {
        onChoose(text || undefined)
        return undefined
      }}
    />
  )
}
