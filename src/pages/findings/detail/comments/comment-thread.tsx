import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { commentsOptions, createCommentOptions } from '#api/comments.ts'
import { explain } from '#api/http/errors.ts'
import { mayIn, meOptions } from '#api/me.ts'
import { readDraft } from '#features/triage/form/draft.ts'
import { Button } from '#ui/button.tsx'
import { announce } from '#ui/live-region.tsx'
import type { DetailFinding } from '../detail-finding.ts'
import { sections } from '../labels.ts'
import { Section } from '../section.tsx'
import type { Triaging } from '../triage/use-triage.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { labels } from './labels.ts'

interface CommentThreadProps {
  finding: DetailFinding
  deployment: string
  triaging: Triaging
  now: Date
}

/** What people say about a finding, oldest first. Nothing if the service has no comments. */
export function CommentThread({ finding, deployment, triaging, now }: CommentThreadProps) {
  const { data: me } = useQuery(meOptions())
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
  const view = {
    deployment,
    finding: finding.id,
    person: me?.name,
    mayReadDeleted: mayIn(me, deployment, 'admin'),
    disabledReason: triaging.disabledReason,
    draftKey: triaging.draftKey,
    now: new Date(Math.max(now.getTime(), comments.dataUpdatedAt)),
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
      {data && data.comments.length > 0 && (
        <ol className="mb-3 space-y-3">
          {data.comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} view={view} />
          ))}
        </ol>
      )}
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

function ThreadState({ isLoading, isEmpty }: { isLoading: boolean; isEmpty: boolean }): ReactNode {
  if (isLoading) return <p className="text-3">{labels.loading}</p>
  return isEmpty ? <p className="text-2">{labels.none}</p> : null
}
