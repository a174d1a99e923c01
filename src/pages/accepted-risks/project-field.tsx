import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { projectsOptions } from '#api/projects/project-names.ts'
import { labels } from './labels.ts'

interface ProjectFieldProps {
  deployment: string
  value: string | undefined
  onChoose: (project: string | undefined) => void
}

const suggested = 20

/** The name of a project, with suggestions; Enter applies it, and so does leaving the field. */
export function ProjectField({ deployment, value = '', onChoose }: ProjectFieldProps) {
  const list = useId()
  const [text, setText] = useState<string>()
  const { data } = useQuery({
    ...projectsOptions(deployment, text?.trim() ?? '', suggested),
    enabled: text !== undefined,
  })
  const apply = () => {
    setText(undefined)
    if (text !== undefined && text.trim() !== value) onChoose(text.trim() || undefined)
  }
  return (
    <form
      className="w-56 max-sm:w-full"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <input
        type="search"
        list={list}
        aria-label={labels.params.project}
        placeholder={labels.anyProject}
        value={text ?? value}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        onBlur={apply}
        className="h-8 w-full rounded border border-control bg-surface-1 px-2 text-1 placeholder:text-3 hover:bg-surface-2"
      />
      <datalist id={list}>
        {data?.projects.map(({ name }) => name && <option key={name} value={name} />)}
      </datalist>
    </form>
  )
}
