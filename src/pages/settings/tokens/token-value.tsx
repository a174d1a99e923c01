import { useEffect, useRef } from 'react'
import { may } from '#api/me.ts'
import { Banner } from '#ui/status/banner.tsx'
import { CopyLine } from '../copyable-text.tsx'
import { readingLine, sendingLine } from '../curl.ts'
import { labels } from '../labels.ts'
import type { MadeToken } from './created-token.ts'

/** The secret of a new token, and a command that uses it. */
export function ShownToken({ deployment, made }: { deployment: string; made: MadeToken }) {
  const { token, secret } = made
  const top = useRef<HTMLDivElement>(null)
  // The form that had the focus is gone.
  useEffect(() => top.current?.focus(), [])
  const asked = { origin: location.origin, deployment, token: secret }
  const reads = may(token.scopes, 'findings:read')
  return (
    <div ref={top} tabIndex={-1} className="space-y-3 text-base outline-none">
      <div>
        <p className="mb-1 font-medium wrap-anywhere">{token.name}</p>
        <CopyLine text={secret} what="token" />
      </div>
      <div>
        <p className="mb-1 font-medium">{reads ? labels.tokens.tryIt : labels.tokens.sendScan}</p>
        <CopyLine text={reads ? readingLine(asked) : sendingLine(asked)} what="command" />
      </div>
      {!token.webApiEnabled && (
        <Banner tone="caution" className="rounded">
          {labels.tokens.noAccess}
        </Banner>
      )}
    </div>
  )
}
