import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { commentVersionsOptions, deleteCommentOptions, editCommentOptions } from '#api/comments.ts'
import { explain } from '#api/http/errors.ts'
import type { FindingComment } from '#contract/responses/comments.ts'
import { readDraft } from '#features/triage/form/draft.ts'
import { Button } from '#ui/button.tsx'
import { announce } from '#ui/live-region.tsx'
import { Markdown } from '#ui/markdown/markdown.tsx'
import { Time } from '#ui/text/time.tsx'
import { CommentForm } from './comment-form.tsx'
import { commentOf, labels } from './labels.ts'
import { mentionMarker } from './mark-mentions.tsx'

/** Whose thread it is, seen by whom. */
interface ThreadView {
  deployment: string
  finding: number
  /** The name of the person who reads it. */
  person: string | undefined
  mayReadDeleted: boolean
  /** Why the person may not write. */
  disabledReason: string | undefined
  draftKey: string
  now: Date
}

interface CommentItemProps {
  comment: FindingComment
  view: ThreadView
}

/** A comment: who wrote it and when, its text, and what its author can do with it. */
export function CommentItem({ comment, view }: CommentItemProps) {
  const { deployment, finding, draftKey } = view
  const key = `${draftKey} comment ${comment.id}`
  const [mode, setMode] = useState<'edit' | 'delete' | 'closed' | undefined>(() =>
    comment.own && readDraft(key) ? 'edit' : undefined,
  )
  /** The version that is edited; undefined once the person knows of a newer one. */
  const [edited, setEdited] = useState<number | undefined>(comment.versions)
  const { mutateAsync: edit } = useMutation(editCommentOptions(deployment, finding, comment.id))
  const done = () => setMode('closed')
  const begin = (next: 'edit' | 'delete') => {
    setEdited(comment.versions)
    setMode(next)
  }
  const save = async (text: string) => {
    try {
      await edit({ text, versions: edited })
    } catch (error) {
      if (explain(error).kind === 'conflict') setEdited(undefined)
      throw error
    }
    announce(labels.saved)
  }
  const isIdle = mode === undefined || mode === 'closed'
  return (
    <li aria-label={commentOf(comment.author)}>
      <CommentHead
        comment={comment}
        view={view}
        onMode={isIdle ? begin : undefined}
        wasOpen={mode === 'closed'}
      />
      {mode === 'edit' ? (
        <CommentForm deployment={deployment} draftKey={key} text={comment.text} onSave={save} onDone={done} />
      ) : (
        comment.deleted_at === null && (
          <Markdown
            text={comment.text}
            className="whitespace-pre-line"
            renderText={mentionMarker(comment.mentions, view.person)}
          />
        )
      )}
      {mode === 'delete' && <DeleteQuestion comment={comment} view={view} onDone={done} />}
    </li>
  )
}

interface CommentHeadProps extends CommentItemProps {
  /** Begins to edit or delete; undefined while one of them is asked. */
  onMode: ((mode: 'edit' | 'delete') => void) | undefined
  /** One of them was asked before, so that the focus comes back. */
  wasOpen: boolean
}

function CommentHead({ comment, view, onMode, wasOpen }: CommentHeadProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { now, disabledReason, mayReadDeleted } = view
  const isDeleted = comment.deleted_at !== null
  const hasEarlier = comment.versions > 0 && (!isDeleted || comment.own || mayReadDeleted)
  const toggle = (
    <Button
      size="small"
      variant="quiet"
      className="-mx-2 -my-0.5"
      aria-expanded={isOpen}
      onClick={() => setIsOpen(!isOpen)}
    >
      {isDeleted ? (isOpen ? labels.hide : labels.show) : labels.earlier}
    </Button>
  )
  return (
    <>
      <div className="flex min-h-6 flex-wrap items-center gap-x-1.5 text-3">
        <span className="min-w-0 wrap-anywhere">
          <bdi className="font-medium text-1">{comment.author}</bdi>
          {isDeleted ? ` ${labels.deleted}` : ''} ·{' '}
          <Time value={comment.deleted_at ?? comment.at} now={now} />
          {!isDeleted && comment.edited_at && (
            <>
              {' · '}
              {labels.edited} <Time value={comment.edited_at} now={now} />
            </>
          )}
        </span>
        {hasEarlier && toggle}
        {comment.own && !isDeleted && !disabledReason && onMode && (
          <span className="ml-auto flex">
            <Button size="small" variant="quiet" autoFocus={wasOpen} onClick={() => onMode('edit')}>
              {labels.edit}
            </Button>
            <Button size="small" variant="quiet" onClick={() => onMode('delete')}>
              {labels.delete}
            </Button>
          </span>
        )}
      </div>
      {isOpen && hasEarlier && <EarlierTexts comment={comment} view={view} />}
    </>
  )
}

/** The earlier texts as they were typed, oldest first. */
function EarlierTexts({ comment, view: { deployment, finding, now } }: CommentItemProps) {
  const { data, error } = useQuery(commentVersionsOptions(deployment, finding, comment.id))
  if (error) {
    return (
      <p className="text-danger">
        {labels.loadFailed}: {explain(error).detail}
      </p>
    )
  }
  if (!data) return <p className="text-3">{labels.loading}</p>
  return (
    <ol aria-label={labels.earlier} className="mt-1 mb-2 space-y-2 border-l-2 border-line pl-2 text-2">
      {data.versions.map(({ text, at }) => (
        <li key={at}>
          <span className="text-3">
            <Time value={at} now={now} />
          </span>
          <p className="whitespace-pre-wrap wrap-anywhere">
            <bdi>{text}</bdi>
          </p>
        </li>
      ))}
    </ol>
  )
}

/** Asks before a comment is deleted. */
function DeleteQuestion({ comment, view, onDone }: CommentItemProps & { onDone: () => void }) {
  const { deployment, finding } = view
  const { mutate, isPending, error } = useMutation(deleteCommentOptions(deployment, finding, comment.id))
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        announce(labels.removed)
        onDone()
      },
    })
  return (
    <fieldset className="mt-1 rounded border border-line bg-surface-2 px-3 py-2">
      <legend className="sr-only">{labels.deleteComment}</legend>
      <p>{labels.deleteForGood}</p>
      {error && (
        <p role="alert" className="text-danger">
          {explain(error).title}: {explain(error).detail}
        </p>
      )}
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Button size="small" autoFocus loading={isPending} onClick={remove}>
          {labels.deleteComment}
        </Button>
        <Button size="small" variant="quiet" onClick={onDone}>
          {labels.cancel}
        </Button>
      </div>
    </fieldset>
  )
}
