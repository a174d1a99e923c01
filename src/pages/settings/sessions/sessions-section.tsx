import { useMutation, useQuery } from '@tanstack/react-query'
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

/** Where the person is signed in, and the way to end that. */
export function SessionsSection(_: SectionProps) {
  const { data: sessions, error, refetch, isFetching } = useQuery(sessionsOptions())
  const end = useMutation(endSessionsOptions())
  const signOut = useSignOut()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const [now] = useState(() => new Date())
  const others = sessions?.filter(({ current }) => !current) ?? []

  const endThese = (ids: readonly string[], done: string) => {
    end.mutate(ids, {
      onSuccess: () => toast({ title: done, tone: 'ok', slot: 'sessions' }),
      onError: (failure) => {
        const { kind, title, detail } = explain(failure)
        if (kind !== 'expired') toast({ tone: 'danger', title: sessionNotEnded(title), detail })
      },
    })
  }
  const endOne = ({ id, current }: Session) => {
    if (current) return signOut()
    // Its button goes with it.
    heading.current?.focus()
    endThese([id], labels.sessions.ended)
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
          loading={end.isPending}
        >
          {labels.sessions.endOthers}
        </Button>
      </div>
      <p className="mt-1 mb-3 text-2">{labels.sessions.words}</p>
      {sessions ? (
        <ul className="border-t border-line">
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              now={now}
              ending={end.isPending && end.variables.includes(session.id)}
              onEnd={() => endOne(session)}
            />
          ))}
        </ul>
      ) : error ? (
        <ErrorPanel
          error={error}
          title={labels.sessions.failed}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonLines count={2} />
      )}
      {sessions?.length === 0 && <p className="border-t border-line py-3 text-2">{labels.sessions.none}</p>}
      {isConfirming && (
        <Suspense>
          <EndOthersDialog
            count={others.length}
            onClose={() => setIsConfirming(false)}
            onEnd={() => {
              setIsConfirming(false)
              endThese(
                others.map(({ id }) => id),
                sessionsEnded(others.length),
              )
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
