import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { explain } from '#api/errors.ts'
import { endSessionsOptions, sessionsOptions } from '#api/sessions.ts'
import { plural } from '#lib/format.ts'
import { ErrorPanel } from '#parts/error-panel.tsx'
import { useSignOut } from '#parts/use-sign-out.ts'
import { Button } from '#ui/button.tsx'
import { lateDialog } from '#ui/late.tsx'
import { SkeletonLines } from '#ui/skeleton-lines.tsx'
import { toast } from '#ui/toast.ts'
import type { SectionProps } from '../section-props.ts'
import { type Session, SessionLine } from './session-line.tsx'

const EndOthersDialog = lateDialog(() =>
  import('./end-others-dialog.tsx').then((module) => module.EndOthersDialog),
)

/** Where the person is signed in, and the way to end that. */
export function SessionsSection({ me }: SectionProps) {
  const { data: sessions, error, refetch, isFetching } = useQuery(sessionsOptions())
  const end = useMutation(endSessionsOptions())
  const signOut = useSignOut()
  const heading = useRef<HTMLHeadingElement>(null)
  const [asking, setAsking] = useState(false)
  const [now] = useState(() => new Date())
  const others = sessions?.filter(({ current }) => !current) ?? []

  const endThese = (ids: readonly string[], done: string) => {
    end.mutate(ids, {
      onSuccess: () => toast({ title: done, tone: 'ok', slot: 'sessions' }),
      onError: (failure) => {
        const { kind, title, detail } = explain(failure)
        if (kind !== 'expired') toast({ tone: 'danger', title: `Not ended: ${title}`, detail })
      },
    })
  }
  const endOne = ({ id, current }: Session) => {
    if (current) return signOut()
    // Its button goes with it.
    heading.current?.focus()
    endThese([id], 'Session ended')
  }
  return (
    <section aria-labelledby="sessions" className="max-w-200 p-4 text-base">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="sessions" ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          Your sessions
        </h2>
        <Button
          className="ml-auto"
          onClick={() => setAsking(true)}
          disabledReason={others.length === 0 ? 'There is no other session' : undefined}
          loading={end.isPending}
        >
          End all others
        </Button>
      </div>
      <p className="mt-1 mb-3 text-2">
        Where {me.name} is signed in to the dashboard. A session ends by itself 12 hours after its last use,
        and with the token it began with. Of where it is the service knows what the browser says of itself, no
        address.
      </p>
      {sessions ? (
        <ul className="border-t border-line">
          {sessions.map((session) => (
            <SessionLine
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
          title="Your sessions could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonLines count={2} />
      )}
      {sessions?.length === 0 && (
        <p className="border-t border-line py-3 text-2">
          There is no session: what asks here does so with a token and not by signing in.
        </p>
      )}
      {asking && (
        <Suspense>
          <EndOthersDialog
            count={others.length}
            onClose={() => setAsking(false)}
            onEnd={() => {
              setAsking(false)
              endThese(
                others.map(({ id }) => id),
                `${plural(others.length, 'session')} ended`,
              )
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
