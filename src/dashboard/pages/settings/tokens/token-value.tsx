import { useEffect, useRef } from 'react'
import { may } from '#api/me.ts'
import { CopyableText } from '#features/copyable-text.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { readExample, uploadExample } from '../curl.ts'
import { labels } from '../labels.ts'
import type { CreatedToken } from './created-token.ts'

/** The secret of a new token, and an example command. */
export function TokenValue({ deployment, made }: { deployment: string; made: CreatedToken }) {
  const { token, secret } = made
  const top = useRef<HTMLDivElement>(null)
  // The form that had the focus has been removed.
  useEffect(() => top.current?.focus(), [])
  const exampleOptions = { origin: location.origin, deployment, token: secret }
  const reads = may(token.scopes, 'findings:read')
  return (
    <div ref={top} tabIndex={-1} className="space-y-3 text-base outline-none">
      <div>
        <p className="mb-1 font-medium wrap-anywhere">{token.name}</p>
        <CopyableText text={secret} what="token" />
      </div>
      <div>
        <p className="mb-1 font-medium">{reads ? labels.tokens.tryIt : labels.tokens.sendScan}</p>
        <CopyableText
          text={reads ? readExample(exampleOptions) : uploadExample(exampleOptions)}
          what="command"
        />
      </div>
      {!token.webApiEnabled && (
        <Banner tone="caution" className="rounded">
          {labels.tokens.noAccess}
        </Banner>
      )}
    </div>
  )
}
