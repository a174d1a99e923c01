import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import { explain } from '#api/http/errors.ts'
import { mayIn, meOptions } from '#api/me.ts'
import { changeTagsOptions, previewTagsOptions, type TagChange } from '#api/projects/tags.ts'
import type { PolicyPreview } from '#contract/responses/policies.ts'
import { announce } from '#ui/live-region.tsx'
import { toast } from '#ui/toast/toast.ts'
import { createUndoStack } from '../undo-stack.ts'
import { refetchTags, rewriteTags } from './cached-tags.ts'
import { labels } from './labels.ts'
import { inverseOf, type Tagged, tagsAfter } from './tag-rules.ts'

/** The tags to add to and remove from the given projects. */
export type TagEdit = Pick<TagChange, 'add' | 'remove'>

/** The project that is changed, or the number of several. */
export const targetOf = (targets: readonly Tagged[]): string | number =>
  targets.length === 1 ? (targets[0]?.name ?? '') : targets.length

/**
 * Returns why a change was rejected, as a sentence for the field; for several projects, each that prevented it is
 * named.
 */
export function errorText(error: unknown, targets: readonly Tagged[]): string {
  const { faults, title, detail } = explain(error)
  if (faults.length === 0) return `${title}. ${detail}`
  const shown = faults.slice(0, 5).map(({ parameter, detail }) => {
    const projectId = /^\/projects\/(\d+)$/.exec(parameter)?.[1]
    return `${(projectId && targets[Number(projectId)]?.name) || labels.theTag} ${detail}`
  })
  const more = faults.length - shown.length
  return `${shown.join('; ')}${more > 0 ? `; ${labels.more(more)}` : ''}`
}

interface Undoable {
  deployment: string
  undo: () => void
}

/** The changes since the page was loaded that can be undone. */
const undoStack = createUndoStack({ most: 100, keyOf: (entry: Undoable) => entry })

/** Asks whether to make a change that the effective modes of rules follow from. */
export type AskAboutModes = (question: {
  targets: readonly Tagged[]
  edit: TagEdit
  preview: PolicyPreview
}) => Promise<boolean>

type Question = Parameters<AskAboutModes>[0]

/** The revision of the policies that a change of modes is agreed to; undefined to leave it. */
type Agree = (question: Question) => Promise<number | undefined>

/** What a change left: the revision of the policies, undefined for who may not change them. */
interface Sent {
  revision: number | undefined
}

/**
 * Sends a change, which is shown at once and reverted if it is rejected.
 * @returns what it left; undefined if nobody agreed to it.
 */
async function send(
  client: QueryClient,
  deployment: string,
  targets: readonly Tagged[],
  edit: TagEdit,
  agree: Agree,
): Promise<Sent | undefined> {
  const projects = targets.map(({ name }) => name)
  const names = new Set(projects)
  const run = <Answer>(options: MutationOptions<Answer, Error, TagChange>, change: TagChange) =>
    client.getMutationCache().build(client, options).execute(change)
  const takeBack = async () => {
    for (const back of inverseOf(targets, edit)) {
      await rewriteTags(client, deployment, new Set(back.projects), (tags) => tagsAfter(tags, back))
    }
    refetchTags(client, deployment)
  }
  await rewriteTags(client, deployment, names, (tags) => tagsAfter(tags, edit))
  try {
    // Without the permission the service refuses such a change, and names the policies.
    const isAsked = mayIn(client.getQueryData(meOptions().queryKey), deployment, 'policies:write')
    const preview = isAsked ? await run(previewTagsOptions(deployment), { ...edit, projects }) : undefined
    if (!preview || preview.projects === 0) {
      await run(changeTagsOptions(deployment), { ...edit, projects })
      return { revision: preview?.revision }
    }
    const expectedRevision = await agree({ targets, edit, preview })
    if (expectedRevision === undefined) {
      await takeBack()
      return undefined
    }
    return { revision: await run(changeTagsOptions(deployment), { ...edit, projects, expectedRevision }) }
  } catch (error) {
    await takeBack()
    throw error
  }
}

/**
 * Changes the tags of projects: shown at once, all or none, with Undo in the toast. `targets` have the displayed tags.
 * @returns whether the change was made: not if somebody decided against it.
 * @throws ApiError if the service rejects the change; the displayed tags are then reverted.
 */
export async function changeTags(
  client: QueryClient,
  deployment: string,
  targets: readonly Tagged[],
  edit: TagEdit,
  ask: AskAboutModes,
): Promise<boolean> {
  const text = labels.changed(targetOf(targets), edit.add, edit.remove)
  const sent = await send(client, deployment, targets, edit, async (question) =>
    (await ask(question)) ? question.preview.revision : undefined,
  )
  if (!sent) return false
  announce(text)
  const entry = {
    deployment,
    undo: () => {
      // Undo can be requested twice, by key and by the toast.
      if (!undoStack.has(entry)) return
      undoStack.remove(entry)
      void undo(client, deployment, targets, edit, sent)
    },
  }
  undoStack.push(entry)
  toast({ title: text, tone: 'ok', slot: 'tags', action: { label: labels.undo, run: entry.undo } })
  return true
}

/**
 * Undoes the newest change of tags since the page was loaded; each further call undoes the one before. False if there
 * is none.
 */
export function undoLast(deployment: string): boolean {
  const entry = undoStack.newest(deployment)
  entry?.undo()
  return entry !== undefined
}

/**
 * Undoes a change. If that changes modes, it does so only where the change left them: the person has seen what it did, and
 * not what it would do to policies that were changed since.
 */
async function undo(
  client: QueryClient,
  deployment: string,
  targets: readonly Tagged[],
  edit: TagEdit,
  left: Sent,
) {
  const after = new Map(targets.map(({ name, tags }) => [name, tagsAfter(tags, edit)]))
  try {
    for (const { projects, ...back } of inverseOf(targets, edit)) {
      const changed = projects.map((name) => ({ name, tags: after.get(name) ?? [] }))
      const { revision } = left
      const sent = await send(
        client,
        deployment,
        changed,
        back,
        async ({ preview }) => revision ?? preview.revision,
      )
      left = sent ?? left
    }
    toast({ title: labels.undone, tone: 'ok', slot: 'tags' })
  } catch (error) {
    toast({
      title: labels.notUndone,
      detail: errorText(error, targets),
      tone: 'danger',
      slot: 'tags',
    })
  }
}
