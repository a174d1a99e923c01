import { recordAudit } from '#server/audit/audit-log.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Services } from '#server/http/services.ts'
import { acceptInvitation } from '../../people/invitation.ts'
import { roleOf } from '../../people/person.ts'
import { mintToken } from '../mint.ts'
import { assertTokenQuota } from '../quota.ts'
import type { Token } from '../token.ts'

/**
 * Creates the sign-in of an invited person, a token of theirs, from the link of the invitation.
 * @returns the token, with its secret, which is shown only once.
 * @throws HttpError 401 for a link that cannot be used, 403 once single sign-on confirms who somebody is, 409.
 */
export function redeemInvitation(
  services: Services,
  secret: string,
): Promise<{ token: Token & { person: string }; made: string }> {
  const { singleSignOn } = services
  if (singleSignOn) {
    throw new HttpError(
      403,
      `Single sign-on was set up after you were invited. Sign in with ${singleSignOn.config.name}.`,
    )
  }
  const now = services.now()
  return services.record(async (transaction) => {
    const { person, deploymentId, role } = await acceptInvitation(transaction, secret, now)
    await assertTokenQuota(transaction, deploymentId, now)
    const { name } = person
    const made = await mintToken(transaction, {
      ...{ deploymentId, name, person: name, personId: person.id, role: roleOf(role) ?? null },
      ...{ webApiEnabled: true, createdBy: name, origin: 'invitation', now },
    })
    const event = { deploymentId, at: now, actor: name, target: name }
    await recordAudit(transaction, {
      ...event,
      action: 'person.joined',
      detail: { id: String(person.id), role },
    })
    await recordAudit(transaction, {
      ...event,
      action: 'token.made',
      detail: { id: String(made.id), person: name, role, webApiEnabled: true, expiresAt: null },
    })
    const token = await transaction
      .selectFrom('token')
      .selectAll()
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow()
    return { token: { ...token, person: name }, made: made.secret }
  })
}
