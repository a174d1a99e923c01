import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useEffect, useRef, useState } from 'react'
import { lazyDialog } from '#ui/lazy.tsx'
import { type AskAboutModes, changeTags, type TagEdit } from './change-tags.ts'
import type { ModesDialog as ModesDialogOf } from './modes-dialog.tsx'
import type { Tagged } from './tag-rules.ts'

const ModesDialog = lazyDialog(() => import('./modes-dialog.tsx').then((module) => module.ModesDialog))

type Asked = Pick<ComponentProps<typeof ModesDialogOf>, 'targets' | 'edit' | 'preview' | 'onAnswer'>

/** Changes tags, and asks before a change that the modes of rules follow from. `dialog` must be rendered. */
export function useChangeTags(deployment: string) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  const open = useRef<Asked>(undefined)
  const answer = (isConfirmed: boolean) => {
    open.current?.onAnswer(isConfirmed)
    open.current = undefined
    setAsked(undefined)
  }
  // Nobody can answer any more.
  useEffect(() => () => open.current?.onAnswer(false), [])
  const ask: AskAboutModes = (question) =>
    new Promise((resolve) => {
      open.current = { ...question, onAnswer: resolve }
      setAsked(open.current)
    })
  return {
    change: (targets: readonly Tagged[], edit: TagEdit) => changeTags(client, deployment, targets, edit, ask),
    dialog: asked && (
      <Suspense>
        <ModesDialog {...asked} deployment={deployment} onAnswer={answer} onClose={() => answer(false)} />
      </Suspense>
    ),
  }
}
