import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { commentsOptions, createCommentOptions } from '#api/comments.ts'
import { explain } from '#api/http/errors.ts'
import { mayIn, meOptions } from '#api/me.ts'
import type { FindingComment } from '#contract/responses/comments.ts'
import { readDraft } from '#features/triage/form/draft.ts'
import { Button } from '#ui/button.tsx'
import { announce } from '#ui/live-region.tsx'
import type { DetailFinding } from '../detail-finding.ts'
import { sections } from '../labels.ts'
import { Section } from '../section.tsx'
import type { Triaging } from '../triage/use-triage.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { labels, showEarlier } from './labels.ts'

interface CommentThreadProps {
  finding: DetailFinding
  deployment: string
  triaging: Triaging
  now: Date
}

/** How many comments are shown at first, the newest ones. */
const newest = 20

/** What people say about a finding, oldest first. Nothing if the service has no comments. */
export function CommentThread(props: CommentThreadProps) {
  const { finding, deployment, triaging } = props
  const comments = useQuery(commentsOptions(deployment, finding.id))
  const { mutateAsync: add } = useMutation(createCommentOptions(deployment, finding.id))
  const draftKey = `${triaging.draftKey} comment`
  const [writing, setWriting] = useState<boolean | undefined>(() => (readDraft(draftKey) ? true : undefined))
  const { data, error } = comments
  if (error && !data) {
    const { kind, detail } = explain(error)
    if (kind === 'missing' || kind === 'unbuilt') return null
    return (
      <Section title={sections.comments}>
        <p className="flex flex-wrap items-center gap-2 text-danger">
          {labels.loadFailed}: {detail}
          <Button size="small" onClick={() => void comments.refetch()} loading={comments.isFetching}>
            {labels.retry}
          </Button>
        </p>
      </Section>
    )
  }
  return (
    <Section
      title={sections.comments}
      end={
        !writing && (
          <Button
            size="small"
            variant="quiet"
            icon="plus"
            // Where the form was.
            autoFocus={writing === false}
            disabledReason={triaging.disabledReason}
            onClick={() => setWriting(true)}
          >
            {labels.add}
          </Button>
        )
      }
    >
      <ThreadState isLoading={!data} isEmpty={data?.comments.length === 0 && !writing} />
      {data && <Comments comments={data.comments} readAt={comments.dataUpdatedAt} of={props} />}
      {writing && (
        <CommentForm
          deployment={deployment}
          draftKey={draftKey}
          onSave={async (text) => {
            await add(text)
            announce(labels.added)
          }}
          onDone={() => setWriting(false)}
        />
      )}
    </Section>
  )
}

interface CommentsProps {
  comments: readonly FindingComment[]
  /** When they were read, in milliseconds since 1970. */
  readAt: number
  of: CommentThreadProps
}

/** The newest comments, and the others when asked for: rendering hundreds of long ones takes seconds. */
function Comments({ comments, readAt, of: { finding, deployment, triaging, now } }: CommentsProps) {
  const { data: me } = useQuery(meOptions())
  /** The first comment that is shown, so that new ones do not hide others. */
  const [first] = useState(comments.at(-newest)?.id)
  const [all, setAll] = useState(false)
  const from = all
    ? 0
    : Math.max(
        0,
        comments.findIndex(({ id }) => id === first),
      )
  if (comments.length === 0) return null
  const view = {
    deployment,
    finding: finding.id,
    person: me?.name,
    mayReadDeleted: mayIn(me, deployment, 'admin'),
    disabledReason: triaging.disabledReason,
    draftKey: triaging.draftKey,
    now: new Date(Math.max(now.getTime(), readAt)),
  }
  return (
    <>
      {from > 0 && (
        <Button variant="quiet" size="small" className="mb-2" onClick={() => setAll(true)}>
          {showEarlier(from)}
        </Button>
      )}
      <ol className="mb-3 space-y-3">
        {comments.slice(from).map((comment) => (
          <CommentItem key={comment.id} comment={comment} view={view} />
        ))}
      </ol>
    </>
  )
}

function ThreadState({ isLoading, isEmpty }: { isLoading: boolean; isEmpty: boolean }): ReactNode {
  if (isLoading) return <p className="text-3">{labels.loading}</p>
  return isEmpty ? <p className="text-2">{labels.none}</p> : null
}
