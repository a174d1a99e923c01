import type { Finding } from '#api/dialects/dialects.ts'
import { typeLabels } from '../labels.ts'
import { CardFrame } from '../list/card-frame.tsx'
import { FindingsList } from '../list/findings-list.tsx'
import { SecretLink, secretColumns, ValidityBadge } from './secret-columns.tsx'

/** The list of secrets. */
export function SecretsList({ deployment }: { deployment: string }) {
  return (
    <FindingsList
      deployment={deployment}
      type="secrets"
      title={typeLabels.secrets.title}
      columns={secretColumns}
      card={SecretCard}
    />
  )
}

/** The card of a secret on a phone. */
function SecretCard(row: Finding) {
  return (
    <CardFrame row={row}>
      <SecretLink row={row} /> <ValidityBadge row={row} />
    </CardFrame>
  )
}
