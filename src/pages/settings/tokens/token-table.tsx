import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { Time } from '#ui/text/time.tsx'
import { labels, revokeToken } from '../labels.ts'
import { rightsOf, rightsWords } from './permissions.ts'
import { AccessSwitch, TokenEnd, TokenName, TokenUse } from './token-cells.tsx'
import type { TokenListProps } from './token-list-props.ts'

const heads = [
  { word: labels.tokens.name, look: 'w-[26%]' },
  { word: labels.tokens.permissions, look: '' },
  { word: labels.tokens.createdBy, look: 'w-[13%] max-lg:hidden' },
  { word: labels.tokens.createdAt, look: 'w-30 max-lg:hidden' },
  { word: labels.tokens.lastUsed, look: 'w-34 lg:w-30' },
  { word: labels.tokens.expires, look: 'w-30 max-lg:hidden' },
  { word: labels.tokens.access, look: 'w-29 lg:w-32' },
] as const

const cell = 'h-(--row) truncate border-b border-line px-2 first:pl-4'

/** The tokens, one a line. */
export function TokenTable({ deployment, tokens, now, onRevoke, onSwitchOff }: TokenListProps) {
  return (
    <table aria-labelledby="tokens" className="w-full table-fixed border-separate border-spacing-0">
      <thead>
        <tr>
          {heads.map(({ word, look }) => (
            <th
              key={word}
              scope="col"
              className={classes(
                'sticky top-0 z-10 h-8 border-y border-line bg-surface-1 px-2 text-left text-xs font-medium text-2 first:pl-4',
                look,
              )}
            >
              {word}
            </th>
          ))}
          <th className="sticky top-0 z-10 w-12 border-y border-line bg-surface-1">
            <span className="sr-only">{labels.tokens.revoke}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id} className="hover:bg-surface-2">
            <td className={cell}>
              <TokenName token={token} now={now} />
            </td>
            <td className={classes(cell, 'text-2')} data-hint={rightsWords(token)}>
              {rightsOf(token)}
            </td>
            <td className={classes(cell, 'text-2 max-lg:hidden')} title={token.createdBy ?? undefined}>
              {token.createdBy ?? '–'}
            </td>
            <td className={classes(cell, 'text-2 max-lg:hidden')}>
              <Time value={token.createdAt} now={now} what={labels.tokens.createdAt} />
            </td>
            <td className={classes(cell, 'text-2')}>
              <TokenUse token={token} now={now} />
              {/* A column of its own would leave the permissions no room. */}
              <span className="block truncate text-xs lg:hidden">
                {labels.tokens.expires}: <TokenEnd token={token} now={now} />
              </span>
            </td>
            <td className={classes(cell, 'text-2 max-lg:hidden')}>
              <TokenEnd token={token} now={now} />
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
        ))}
      </tbody>
    </table>
  )
}
