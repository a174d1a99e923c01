import type { Token } from '#contract/responses/deployments.ts'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { Time } from '#ui/text/time.tsx'
import { labels, revokeToken } from '../labels.ts'
import { permissionsOf, permissionsText } from './permissions.ts'
import { AccessSwitch, TokenExpiry, TokenLastUsed, TokenName } from './token-cells.tsx'
import type { TokenListProps } from './token-list-props.ts'

const heads = [
  { label: labels.tokens.name, className: 'w-[26%]' },
  { label: labels.tokens.permissions, className: '' },
  { label: labels.tokens.createdBy, className: 'w-[13%] max-lg:hidden' },
  { label: labels.tokens.createdAt, className: 'w-30 max-lg:hidden' },
  { label: labels.tokens.lastUsed, className: 'w-34 lg:w-30' },
  { label: labels.tokens.expires, className: 'w-30 max-lg:hidden' },
  { label: labels.tokens.access, className: 'w-29 lg:w-32' },
] as const

const cell = 'h-(--row) truncate border-b border-line px-2 first:pl-4'

/** The tokens as a table. */
export function TokenTable({ tokens, ...list }: TokenListProps) {
  return (
    <table aria-labelledby="tokens" className="w-full table-fixed border-separate border-spacing-0">
      <thead>
        <tr>
          {heads.map(({ label, className }) => (
            <th
              key={label}
              scope="col"
              className={classes(
                'sticky top-0 z-10 h-8 border-y border-line bg-surface-1 px-2 text-left text-xs font-medium text-2 first:pl-4',
                className,
              )}
            >
              {label}
            </th>
          ))}
          <th className="sticky top-0 z-10 w-12 border-y border-line bg-surface-1">
            <span className="sr-only">{labels.tokens.revoke}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <TokenRow key={token.id} {...list} token={token} />
        ))}
      </tbody>
    </table>
  )
}

function TokenRow({
  deployment,
  token,
  now,
  onRevoke,
  onSwitchOff,
}: Omit<TokenListProps, 'tokens'> & { token: Token }) {
  return (
    <tr className="hover:bg-surface-2">
      <td className={cell}>
        <TokenName token={token} now={now} />
      </td>
      <td className={classes(cell, 'text-2')} data-hint={permissionsText(token)}>
        {permissionsOf(token)}
      </td>
      <td className={classes(cell, 'text-2 max-lg:hidden')} title={token.createdBy ?? undefined}>
        {token.createdBy ?? '–'}
      </td>
      <td className={classes(cell, 'text-2 max-lg:hidden')}>
        <Time value={token.createdAt} now={now} what={labels.tokens.createdAt} />
      </td>
      <td className={classes(cell, 'text-2')}>
        <TokenLastUsed token={token} now={now} />
        {/* A separate column would leave no room for the permissions. */}
        <span className="block truncate text-xs lg:hidden">
          {labels.tokens.expires}: <TokenExpiry token={token} now={now} />
        </span>
      </td>
      <td className={classes(cell, 'text-2 max-lg:hidden')}>
        <TokenExpiry token={token} now={now} />
      </td>
      <td className={cell}>
        <AccessSwitch deployment={deployment} token={token} onSwitchOff={onSwitchOff} />
      </td>
      <td className={classes(cell, 'pr-4 text-right')}>
        <IconButton
          size="small"
          icon="trash"
          label={revokeToken(token.name)}
          onClick={() => onRevoke(token)}
        />
      </td>
    </tr>
  )
}
