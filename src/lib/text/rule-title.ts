/** Acronyms, which are always in capitals. */
const acronyms = new Set(
  'api aws cors cpu csp csrf css dns dom ftp gcp gcm html http https id iam ip jdbc json jwt ldap md5 mfa nosql oauth orm os php rce rsa s3 saml sdk sha1 sha256 smtp sql sqli ssh ssl ssrf sso ssti tls uri url uuid xml xpath xss xxe yaml'.split(
    ' ',
  ),
)

/**
 * Returns the title of a rule in a list: the scanner's short name, else the last part of its path as words:
 * `javascript.lang.security.detect-eval-with-expression` is "Detect eval with expression".
 */
export function ruleTitle(rule: string | null | undefined, title?: string | null): string {
  return title?.trim() || lastPartAsWords(rule)
}

function lastPartAsWords(rule: string | null | undefined): string {
  const last = (rule ?? '').split(/[./:\\]/).findLast((part) => part.trim() !== '') ?? ''
  const words = last
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word) => {
      const lower = word.toLowerCase()
      if (acronyms.has(lower)) return lower.toUpperCase()
      // `CWE079` and similar are names, not words.
      return /^\p{Lu}[\p{Lu}\d]+$/u.test(word) ? word : lower
    })
  const text = words.join(' ')
  if (text === '') return (rule ?? '').trim() || 'Unnamed rule'
  return text.charAt(0).toUpperCase() + text.slice(1)
}
