import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { execute } from '#api/cache/execute.ts'
import { explain } from '#api/http/errors.ts'
import { undoProjectMoveOptions } from '#api/projects/changes.ts'
import type { ProjectChangeAnswer } from '#contract/responses/projects.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { toast } from '#ui/toast/toast.ts'
import { labels } from './labels.ts'

/** Tells that a project was changed and offers to undo it, also once its page has another address. */
export function useMoved(deployment: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const undo = async (id: number) => {
    try {
      const { project, left } = await execute(client, undoProjectMoveOptions(deployment), id)
      toast({
        title: labels.undone(project.name),
        ...(left.scans > 0 ? { detail: labels.left(left.scans, left.findings) } : {}),
        tone: 'ok',
        slot: 'project',
      })
      void navigate(settingsPaths.project(deployment, project.name), { replace: true })
    } catch (error) {
      const { title, detail, kind } = explain(error)
      if (kind === 'expired') return
      toast({ title: labels.notUndone(title), detail, tone: 'danger', slot: 'project' })
    }
  }
  return ({ change }: ProjectChangeAnswer, title: string) => {
    toast({
      title,
      detail: labels.undoable,
      tone: 'ok',
      slot: 'project',
      ...(change ? { action: { label: labels.undo, run: () => void undo(change.id) } } : {}),
    })
  }
}
