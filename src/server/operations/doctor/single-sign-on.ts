import { type Check, failed, ok, skipped, warning } from './check.ts'

/** Whether the provider of single sign-on answers, and has what Gatehouse needs. */
export const singleSignOnCheck: Check = {
  id: 'single-sign-on',
  title: 'Sign-in',
  async run({ config: { singleSignOn, publicUrl } }) {
    if (singleSignOn === null)
      return skipped('Not configured. Set OIDC_ISSUER to let people sign in with it.')
    const { issuer, roles } = singleSignOn
    const { discover } = await import('#server/access/single-sign-on/provider.ts')
    let metadata: ReturnType<Awaited<ReturnType<typeof discover>>['serverMetadata']>
    try {
      metadata = (await discover(singleSignOn)).serverMetadata()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return failed(
        `The discovery document of ${issuer} cannot be read: ${reason}.`,
        'Check OIDC_ISSUER, which must be the "issuer" of the document at /.well-known/openid-configuration, and that this machine reaches it.',
      )
    }
    if (metadata.authorization_endpoint === undefined || metadata.token_endpoint === undefined)
      return failed(
        `${issuer} has no authorization code flow.`,
        'Use a provider of OpenID Connect that has it.',
      )
    if (metadata.code_challenge_methods_supported?.includes('S256') === false)
      return failed(
        `${issuer} does not support PKCE with S256.`,
        'Enable PKCE for the client at the provider.',
      )
    if (publicUrl === null) {
      return warning(
        `${issuer} answers, but GATEHOUSE_PUBLIC_URL is not set, so it can only return to this machine.`,
        'Set GATEHOUSE_PUBLIC_URL, and register GATEHOUSE_PUBLIC_URL/sign-in as redirect URI at the provider.',
      )
    }
    if (roles.length === 0) {
      return warning(
        `${issuer} answers, but no group has a role: only invited people can sign in.`,
        'Set OIDC_ROLES, such as "security=admin@*".',
      )
    }
    const ends =
      metadata.end_session_endpoint === undefined ? ' Signing out does not end sessions at the provider.' : ''
    return ok(`${issuer} answers. It must know the redirect URI ${publicUrl}/sign-in.${ends}`)
  },
}
