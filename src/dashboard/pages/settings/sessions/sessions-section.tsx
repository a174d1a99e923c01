import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { endSessionsOptions, sessionsOptions } from '#api/sessions.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { useSignOut } from '#features/use-sign-out.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { toast } from '#ui/toast/toast.ts'
import { labels, sessionNotEnded, sessionsEnded } from '../labels.ts'
import type { SectionProps } from '../section-props.ts'
import { type Session, SessionItem } from './session-item.tsx'

const EndOthersDialog = lazyDialog(() =>
  import('./end-others-dialog.tsx').then((module) => module.EndOthersDialog),
)

/** Ends sessions and reports the result. */
function useEndSessions() {
  const { mutate, isPending, variables } = useMutation(endSessionsOptions())
  return {
    isPending,
    /** Whether a session is being ended. */
    isEnding: (id: string) => isPending && variables.includes(id),
    end: (ids: readonly string[], done: string) =>
      mutate(ids, {
        onSuccess: () => toast({ title: done, tone: 'ok', slot: 'sessions' }),
        onError: (failure) => {
          const { kind, title, detail } = explain(failure)
          if (kind !== 'expired') toast({ tone: 'danger', title: sessionNotEnded(title), detail })
        },
      }),
  }
}

/** The person's sessions, with buttons to end them. */
export function SessionsSection(_: SectionProps) {
  const query = useQuery(sessionsOptions())
  const { data: sessions } = query
  const { end, isEnding, isPending } = useEndSessions()
  const signOut = useSignOut()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const others = sessions?.filter(({ current }) => !current) ?? []

  const endOne = ({ id, current }: Session) => {
    if (current) return signOut()
    // The pressed button is removed with its session.
    heading.current?.focus()
    end([id], labels.sessions.ended)
  }
  const endOthers = () => {
    setIsConfirming(false)
    end(
      others.map(({ id }) => id),
      sessionsEnded(others.length),
    )
  }
  return (
    <section aria-labelledby="sessions" className="max-w-200 p-4 text-base">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="sessions" ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {labels.sessions.title}
        </h2>
        <Button
          className="ml-auto"
          onClick={() => setIsConfirming(true)}
          disabledReason={others.length === 0 ? labels.sessions.noOthers : undefined}
          loading={isPending}
        >
          {labels.sessions.endOthers}
        </Button>
      </div>
      <p className="mt-1 mb-3 text-2">{labels.sessions.words}</p>
      <SessionList query={query} isEnding={isEnding} onEnd={endOne} />
      {sessions?.length === 0 && <p className="border-t border-line py-3 text-2">{labels.sessions.none}</p>}
      {isConfirming && (
        <Suspense>
          <EndOthersDialog count={others.length} onClose={() => setIsConfirming(false)} onEnd={endOthers} />
        </Suspense>
      )}
    </section>
  )
}

interface SessionListProps {
  query: UseQueryResult<readonly Session[]>
  isEnding: (id: string) => boolean
  onEnd: (session: Session) => void
}

function SessionList({ query, isEnding, onEnd }: SessionListProps) {
  const { data: sessions, error, refetch, isFetching } = query
  const [now] = useState(() => new Date())
  if (!sessions) {
    return error ? (
      <ErrorPanel
        error={error}
        title={labels.sessions.failed}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <SkeletonLines count={2} />
    )
  }
  return (
    <ul className="border-t border-line">
      {sessions.map((session) => (
        <SessionItem
          key={session.id}
          session={session}
          now={now}
          ending={isEnding(session.id)}
          onEnd={() => onEnd(session)}
        />
      ))}
    </ul>
  )
}
