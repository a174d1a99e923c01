import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { type ProjectMove, projectMoveOptions, projectMovePreviewOptions } from '#api/projects/changes.ts'
import type { ProjectChangeAnswer } from '#contract/responses/projects.ts'
import type { TypedMove } from './move-fields.tsx'

function moveOf(kind: ProjectMove['kind'], { folder, name, reuse }: TypedMove): ProjectMove {
  if (kind === 'merge') return { kind, body: { into: name.trim() } }
  const named = { name: name.trim(), ...(reuse ? { reuse_name: true } : {}) }
  return kind === 'rename' ? { kind, body: named } : { kind, body: { ...named, path_prefix: folder.trim() } }
}

interface MoveOfProject {
  deployment: string
  name: string
  kind: ProjectMove['kind']
  onMoved: (answer: ProjectChangeAnswer) => void
}

/** What was typed, its preview, and a submit that first asks for the preview and then does what it shows. */
export function useMove({ deployment, name, kind, onMoved }: MoveOfProject) {
  const [typed, setTyped] = useState<TypedMove>({
    folder: '',
    name: kind === 'rename' ? name : '',
    reuse: false,
  })
  const [asked, setAsked] = useState<ProjectMove>()
  const [isSubmitted, setIsSubmitted] = useState(false)
  const move = moveOf(kind, typed)
  const isAsked = asked !== undefined && JSON.stringify(asked) === JSON.stringify(move)
  const preview = useQuery({
    ...projectMovePreviewOptions(deployment, name, asked ?? move),
    enabled: isAsked,
  })
  const { mutate, isPending, error } = useMutation({
    ...projectMoveOptions(deployment, name),
    onSuccess: onMoved,
  })
  const isMissing = typed.name.trim() === '' || (kind === 'split' && typed.folder.trim() === '')
  const shown = isAsked ? preview.data : undefined
  const isReady = shown !== undefined && shown.conflicts.length === 0
  const failure = error ?? (isAsked ? preview.error : null)
  return {
    typed,
    shown,
    isReady,
    isChecked: isSubmitted,
    isBusy: isPending || (isAsked && preview.isFetching),
    problem: failure ? explain(failure) : undefined,
    change: (change: Partial<TypedMove>) => {
      setTyped({ ...typed, ...change })
      setIsSubmitted(false)
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      setIsSubmitted(true)
      if (isMissing || isPending) return
      if (isReady) mutate(move)
      else if (isAsked) void preview.refetch()
      else setAsked(move)
    },
  }
}
