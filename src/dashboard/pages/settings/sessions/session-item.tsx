import type { Sessions } from '#api/sessions.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/tag.tsx'
import { Time } from '#ui/text/time.tsx'
import { endSessionOf, labels } from '../labels.ts'
import { browserName } from './browser.ts'

export type Session = Sessions[number]

interface SessionItemProps {
  session: Session
  now: Date
  ending: boolean
  onEnd: () => void
}

/** A session: its browser, token, start, and last use. */
export function SessionItem({ session, now, ending, onEnd }: SessionItemProps) {
  const { current, createdAt, lastSeenAt, userAgent, token } = session
  const browser = browserName(userAgent)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere" data-hint={userAgent ?? undefined}>
            {browser}
          </span>
          {current && <Tag tone="accent">{labels.sessions.current}</Tag>}
        </p>
        <p className="text-sm text-2">
          {labels.sessions.signedIn} <Time value={createdAt} now={now} />
          {token !== undefined && (
            <>
              {' '}
              {labels.sessions.with} <span className="wrap-anywhere">{token}</span>
            </>
          )}
          {' · '}
          {labels.sessions.lastUsed} <Time value={lastSeenAt} now={now} />
        </p>
      </div>
      <Button
        onClick={onEnd}
        loading={ending}
        aria-label={current ? labels.sessions.endCurrent : endSessionOf(browser)}
      >
        {current ? labels.sessions.signOut : labels.sessions.end}
      </Button>
    </li>
  )
}
