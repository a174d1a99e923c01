/** How to revoke secrets, for the most common kinds. */
const byKind: readonly [RegExp, string][] = [
  [/aws|amazon/i, 'Deactivate the access key in IAM, check CloudTrail for its use, then delete it.'],
  [/git ?hub/i, 'Revoke the token in GitHub under Developer settings, and check the audit log for its use.'],
  [/git ?lab/i, 'Revoke the token in GitLab under Access tokens, and check the audit events for its use.'],
  [/slack/i, 'Revoke the token or recreate the webhook in the settings of the Slack app.'],
  [/stripe/i, 'Roll the key in the Stripe dashboard under Developers, API keys.'],
  [/google|gcp/i, 'Delete the key in Google Cloud under Credentials, and check the audit logs for its use.'],
  [/azure|microsoft/i, 'Regenerate the key or remove the client secret in the Azure portal.'],
  [/npm/i, 'Revoke the token on npm under Access Tokens, and check what was published with it.'],
  [/private key|ssh|rsa|pem/i, 'Remove the public key wherever it is trusted, and create a new key pair.'],
  [
    /password|postgres|mysql|mongo|database|jdbc|connection/i,
    'Change the password, and end all sessions that used the old one.',
  ],
  [/jwt|signing/i, 'Create a new signing key, and reject everything signed with the old one.'],
]

/** Remediation steps for any secret in addition to revoking it. */
export const steps = {
  inactive:
    'The secret was confirmed inactive. Make sure that it was revoked, and was not just unreachable during the check.',
  replace: 'Create a new secret where it is needed, and read it from a secret store instead of the code.',
  remove:
    'Remove the secret from the code. It stays in the Git history and in every clone, so removing it does not replace revoking it.',
} as const

/** Returns the first remediation step for a kind of secret: how to revoke it. */
export function revoking(kind: string | null | undefined): string {
  const known = kind ? byKind.find(([pattern]) => pattern.test(kind)) : undefined
  return known?.[1] ?? 'Revoke it with its issuer, and check there how it was used.'
}
