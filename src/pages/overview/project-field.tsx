import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { projectsOptions } from '#api/projects/project-names.ts'
import { labels } from './labels.ts'

const suggested = 20

interface ProjectFieldProps {
  deployment: string
  value: string
  onChoose: (project: string | undefined) => void
}

/** Chooses a project by its name, with suggestions. */
export function ProjectField({ deployment, value, onChoose }: ProjectFieldProps) {
  const list = useId()
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  const [isUsed, setIsUsed] = useState(false)
  // The URL changed otherwise, for example with the back button.
  if (shown !== value) {
    setShown(value)
    setText(value)
  }
  const { data } = useQuery({ ...projectsOptions(deployment, text.trim(), suggested), enabled: isUsed })
  const names = data?.projects.flatMap(({ name }) => (name ? [name] : [])) ?? []
  const type = (next: string) => {
    setText(next)
    if (next.trim() === '') onChoose(undefined)
    else if (names.includes(next)) onChoose(next)
  }
  return (
    <form
      className="w-56 max-sm:w-full"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(text.trim() || undefined)
      }}
    >
      <input
        type="search"
        list={list}
        aria-label={labels.params.project}
        placeholder={labels.anyProject}
        value={text}
        autoComplete="off"
        onFocus={() => setIsUsed(true)}
        onChange={({ target }) => type(target.value)}
        className="h-8 w-full rounded border border-control bg-surface-1 px-2 text-1 placeholder:text-3 hover:bg-surface-2"
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </form>
  )
}
