/** A named link. */
export interface NamedLink {
  label: string
  href: string
}

/** A weakness or risk as a scanner names it, split into id and name. */
export interface Standard {
  /** `CWE-89`, `OWASP A03:2021`; the whole text if it contains no id. */
  id: string
  name: string | undefined
  href: string | undefined
}

/** `CWE-89: Improper …`, `cwe-089`, `CWE 89` → CWE-89 with its page. Source: cwe.mitre.org. */
export function readCwe(text: string): Standard {
  const match = /^\s*CWE[-_ ]?0*(\d{1,6})\b\s*[:\-–]?\s*(.*)$/is.exec(text)
  if (!match) return { id: text, name: undefined, href: undefined }
  const [, number = '', name = ''] = match
  return {
    id: `CWE-${number}`,
    name: name.trim() || undefined,
    href: `https://cwe.mitre.org/data/definitions/${number}.html`,
  }
}

// The URLs of the two older editions use number and title; the newest has a contents page.
const pages2021 = [
  'A01_2021-Broken_Access_Control',
  'A02_2021-Cryptographic_Failures',
  'A03_2021-Injection',
  'A04_2021-Insecure_Design',
  'A05_2021-Security_Misconfiguration',
  'A06_2021-Vulnerable_and_Outdated_Components',
  'A07_2021-Identification_and_Authentication_Failures',
  'A08_2021-Software_and_Data_Integrity_Failures',
  'A09_2021-Security_Logging_and_Monitoring_Failures',
  'A10_2021-Server-Side_Request_Forgery_%28SSRF%29',
]
const pages2017 = [
  'A1_2017-Injection',
  'A2_2017-Broken_Authentication',
  'A3_2017-Sensitive_Data_Exposure',
  'A4_2017-XML_External_Entities_(XXE)',
  'A5_2017-Broken_Access_Control',
  'A6_2017-Security_Misconfiguration',
  'A7_2017-Cross-Site_Scripting_(XSS)',
  'A8_2017-Insecure_Deserialization',
  'A9_2017-Using_Components_with_Known_Vulnerabilities',
  'A10_2017-Insufficient_Logging%2526Monitoring',
]

function owaspPage(letters: string, number: number, year: string): string {
  const page = year === '2021' ? pages2021[number - 1] : year === '2017' ? pages2017[number - 1] : undefined
  if (letters === 'A' && page) {
    return year === '2021'
      ? `https://owasp.org/Top10/${page}/`
      : `https://owasp.org/www-project-top-ten/2017/${page}`
  }
  if (letters === 'API') return 'https://owasp.org/www-project-api-security/'
  if (letters === 'M') return 'https://owasp.org/www-project-mobile-top-10/'
  if (letters === 'LLM') return 'https://owasp.org/www-project-top-10-for-large-language-model-applications/'
  return 'https://owasp.org/www-project-top-ten/'
}

/** `A03:2021 - Injection`, `A1:2017`, `API1:2023 …` → the risk with its page. Source: owasp.org. */
export function readOwasp(text: string): Standard {
  const match = /^\s*(?:OWASP\s+)?(A|API|M|LLM)0*(\d{1,2})(?:\s*[:_-]\s*(\d{4}))?\b\s*[:\-–]?\s*(.*)$/is.exec(
    text,
  )
  if (!match) return { id: text, name: undefined, href: undefined }
  const [, letters = '', digits = '', year, name = ''] = match
  const family = letters.toUpperCase()
  const number = Number(digits)
  const padded = family === 'A' && number < 10 ? `0${number}` : String(number)
  return {
    id: `OWASP ${family}${padded}${year ? `:${year}` : ''}`,
    name: name.trim() || undefined,
    href: owaspPage(family, number, year ?? ''),
  }
}

/**
 * Returns the pages of an advisory by the form of its id, the issuer first: NVD for CVE, GitHub for GHSA, and OSV for
 * these and for any other database id. Other ids have no page.
 */
export function advisoryLinks(identifier: string | null | undefined): NamedLink[] {
  const id = identifier?.trim() ?? ''
  if (!/^[A-Za-z][A-Za-z0-9]{1,19}(?:[-:][A-Za-z0-9]{1,20}){1,4}$/.test(id)) return []
  const osv = { label: 'OSV', href: `https://osv.dev/vulnerability/${encodeURIComponent(id)}` }
  if (/^CVE-\d{4}-\d{4,}$/i.test(id)) {
    return [{ label: 'NVD', href: `https://nvd.nist.gov/vuln/detail/${id.toUpperCase()}` }, osv]
  }
  if (/^GHSA(-[0-9a-z]{4}){3}$/i.test(id)) {
    return [{ label: 'GitHub advisory', href: `https://github.com/advisories/${id}` }, osv]
  }
  return [osv]
}
