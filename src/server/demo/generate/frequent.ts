/** Rules for delivery files, which every project has. */
const frequentDelivery = [
  'github-actions.security.run-shell-injection-pull-request-title',
  'github-actions.security.unpinned-action-third-party-tag',
  'github-actions.security.untrusted-checkout-pull-request-target',
  'github-actions.security.unpinned-action-official-tag',
  'dockerfile.security.image-hardening-missing-user',
  'dockerfile.security.image-hardening-latest-tag',
]

/** Rules for application code that fire most, among those that need no particular framework. */
const frequentCode = [
  'javascript.security.jwt-not-verified-jsonwebtoken-decode',
  'javascript.security.fast-password-hash-node-crypto',
  'javascript.security.weak-hash-md5',
  'javascript.security.tls-verification-off-reject-unauthorized',
  'javascript.security.sensitive-data-logged-console',
  'javascript.security.predictable-random-math-random',
  'javascript.best-practice.request-without-timeout-fetch',
  'python.security.fast-password-hash-hashlib',
  'python.security.tls-verification-off-requests-verify',
  'python.security.weak-hash-md5',
  'java.security.weak-hash-md5',
  'java.security.jwt-not-verified-auth0-decode',
  'go.security.weak-hash-sha1',
]

/** Advisories of packages that nearly every lockfile of their ecosystem holds. */
export const frequentAdvisories = new Set([
  'CVE-2021-23337',
  'CVE-2020-28500',
  'CVE-2024-28849',
  'CVE-2023-26159',
  'CVE-2024-43796',
  'CVE-2024-47764',
  'CVE-2025-5889',
  'CVE-2023-32681',
  'CVE-2020-8908',
  'CVE-2024-45338',
  'CVE-2024-39689',
])

/** The paths that must be among the rules of every profile. */
export const frequentPaths: ReadonlySet<string> = new Set([...frequentDelivery, ...frequentCode])

export const deliveryPaths: ReadonlySet<string> = new Set(frequentDelivery)
