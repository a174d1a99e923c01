/** How the secrets of a kind are taken out of use, for the kinds that most teams have. */
const byKind: readonly [RegExp, string][] = [
  [
    /aws|amazon/i,
    'Deactivate the access key in IAM, look in CloudTrail for what it was used for, then delete it.',
  ],
  [
    /git ?hub/i,
    'Revoke the token in GitHub under Developer settings, and look in the audit log for its use.',
  ],
  [/git ?lab/i, 'Revoke the token in GitLab under Access tokens, and look in the audit events for its use.'],
  [/slack/i, 'Revoke the token or make the webhook anew in the settings of the Slack app.'],
  [/stripe/i, 'Roll the key in the Stripe dashboard under Developers, API keys.'],
  [
    /google|gcp/i,
    'Delete the key in Google Cloud under Credentials, and look in the audit logs for its use.',
  ],
  [/azure|microsoft/i, 'Regenerate the key or remove the client secret in the Azure portal.'],
  [/npm/i, 'Revoke the token on npm under Access Tokens, and look at what was published with it.'],
  [
    /private key|ssh|rsa|pem/i,
    'Take the public half out of every place that trusts it, and make a new pair of keys.',
  ],
  [
    /password|postgres|mysql|mongo|database|jdbc|connection/i,
    'Change the password, and end the sessions that were opened with the old one.',
  ],
  [/jwt|signing/i, 'Make a new signing key. What was signed with the old one must no longer be accepted.'],
]

/** What to do about a secret of this kind first: to end what it opens. */
export function revoking(kind: string | null | undefined): string {
  const known = kind ? byKind.find(([pattern]) => pattern.test(kind)) : undefined
  return known?.[1] ?? 'Revoke it with whoever issued it, and look there for what it was used for.'
}
