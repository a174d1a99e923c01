import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/http/errors.ts'
import { switchAccessOptions } from '#api/tokens.ts'
import type { Token } from '#contract/responses/deployments.ts'
import { Switch } from '#ui/form/switch.tsx'
import { announce } from '#ui/live-region.tsx'
import { Tag } from '#ui/tag.tsx'
import { Time } from '#ui/text/time.tsx'
import { toast } from '#ui/toast/toast.ts'
import { accessChanged, accessNotChanged, accessOf, labels } from '../labels.ts'
import { isOver } from './expiry.ts'

interface TokenCellProps {
  token: Token
  now: Date
}

/** The name, the owner, and special properties of a token. */
export function TokenName({ token, now }: TokenCellProps) {
  const { name, person, machine, current, compatibleAnswers } = token
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="min-w-0">
        <span className="block truncate font-medium text-1" title={name}>
          {name}
        </span>
        {(machine || person !== name) && (
          <span className="block truncate text-xs text-2" title={person ?? undefined}>
            {machine ? labels.tokens.machine : person}
          </span>
        )}
      </span>
      {current && <Tag tone="accent">{labels.tokens.yours}</Tag>}
      {compatibleAnswers && <Tag>{labels.tokens.compatible}</Tag>}
      {isOver(token.expiresAt, now) && <Tag tone="danger">{labels.tokens.expired}</Tag>}
    </span>
  )
}

/** When the token expires, or that it never does. */
export function TokenExpiry({ token, now }: TokenCellProps) {
  if (token.expiresAt === null) return <span className="text-3">{labels.tokens.never}</span>
  return (
    <Time
      value={token.expiresAt}
      now={now}
      what={isOver(token.expiresAt, now) ? labels.tokens.expired : labels.tokens.expires}
    />
  )
}

/** When the token was last used, or that it never was. */
export function TokenLastUsed({ token, now }: TokenCellProps) {
  if (token.lastUsedAt === null) return <span className="text-3">{labels.tokens.never}</span>
  return <Time value={token.lastUsedAt} now={now} what={labels.tokens.lastUsed} />
}

interface AccessSwitchProps {
  deployment: string
  token: Token
  onSwitchOff: (token: Token) => void
}

/**
 * Enables or disables the token's access. Shown at once, and reverted with an error message if the service rejects it.
 */
export function AccessSwitch({ deployment, token, onSwitchOff }: AccessSwitchProps) {
  const { mutate, isPending, variables } = useMutation(switchAccessOptions(deployment, token.id))
  const on = isPending ? variables : token.webApiEnabled
  const change = (next: boolean) => {
    if (!next && token.current) return onSwitchOff(token)
    mutate(next, {
      onSuccess: () => announce(accessChanged(token.name, next)),
      onError: (error) => {
        const { kind, title, detail } = explain(error)
        if (kind === 'expired') return
        toast({ tone: 'danger', title: accessNotChanged(title), detail })
      },
    })
  }
  return <Switch label={accessOf(token.name)} checked={on} busy={isPending} onChange={change} />
}
