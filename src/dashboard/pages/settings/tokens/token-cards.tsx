import { Button } from '#ui/button.tsx'
import { Time } from '#ui/text/time.tsx'
import { createdBy, labels, revokeToken } from '../labels.ts'
import { permissionsOf } from './permissions.ts'
import { AccessSwitch, TokenExpiry, TokenLastUsed, TokenName } from './token-cells.tsx'
import type { TokenListProps } from './token-list-props.ts'

/** The tokens as cards on a phone. */
export function TokenCards({ deployment, tokens, now, onRevoke, onSwitchOff }: TokenListProps) {
  return (
    <ul aria-labelledby="tokens" className="border-t border-line">
      {tokens.map((token) => (
        <li key={token.id} className="border-b border-line px-4 py-2.5">
          <TokenName token={token} now={now} />
          <p className="mt-1 wrap-anywhere text-2">{permissionsOf(token)}</p>
          <p className="text-xs text-2">
            {labels.tokens.createdAt} <Time value={token.createdAt} now={now} />
            {token.createdBy !== null && <span className="wrap-anywhere"> {createdBy(token.createdBy)}</span>}
          </p>
          <p className="text-xs text-2">
            {labels.tokens.lastUsed}: <TokenLastUsed token={token} now={now} /> · {labels.tokens.expires}:{' '}
            <TokenExpiry token={token} now={now} />
          </p>
          <div className="mt-1.5 flex items-center gap-2">
            <span className="text-xs text-2">{labels.tokens.access}</span>
            <AccessSwitch deployment={deployment} token={token} onSwitchOff={onSwitchOff} />
            <Button
              size="small"
              className="ml-auto"
              aria-label={revokeToken(token.name)}
              onClick={() => onRevoke(token)}
            >
              {labels.tokens.revoke}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
